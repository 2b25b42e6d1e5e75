"""The list of puzzles, and solving them."""

import csv

import pytest
from board_page import GAMES, ROOT, served, visiting


def read(file):
    """The puzzles of each game, as (FEN, line, difficulty)."""
    games = {}
    with open(file, encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows, delimiter="\t"):
            puzzle = (row["position"], row["solution"].split(" "), row["difficulty"])
            games.setdefault(row["game"], []).append(puzzle)
    return games


PUZZLES = read(ROOT / "src/web/page/puzzles.tsv")
COUNT = sum(map(len, PUZZLES.values()))

# Marks puzzles as solved, as the page does.
NOTE_SOLVED = "ids => localStorage.setItem('coupturc-solved', JSON.stringify(ids))"


def ids(game, puzzles):
    return [f"{game} {fen}" for fen, *_ in puzzles]


def number_with(game, plies):
    """The number of the first puzzle whose line has at least so many moves and replies."""
    return next(number for number, (_, line, _) in enumerate(PUZZLES[game], 1) if len(line) >= plies)


def tiles(page, game, difficulty):
    """The puzzles of one difficulty in the list, which is opened."""
    group = page.locator(f"section:has(#puzzles-{game}) details[data-difficulty={difficulty}]")
    if group.get_attribute("open") is None:
        group.locator("summary").click()
    return group.locator(".tile")


def open_puzzle(visitor, game, number):
    page = visitor.page
    page.click("#to-puzzles")
    difficulty = PUZZLES[game][number - 1][2]
    first = next(at for at, puzzle in enumerate(PUZZLES[game], 1) if puzzle[2] == difficulty)
    page.wait_for_selector("#puzzles .tile")
    tiles(page, game, difficulty).nth(number - first).click()
    visitor.wait_for_text("#puzzle-title", f"puzzle {number} of")
    page.wait_for_function("() => document.querySelector('#legal option')")


def solve(visitor, line):
    """Plays the moves of the solving side; the replies are automatic."""
    for number in range(0, len(line), 2):
        visitor.wait_for_moves(number)
        visitor.page.wait_for_function(
            "move => [...document.querySelectorAll('#legal option')].some(option => option.value === move)",
            arg=line[number],
        )
        visitor.click_move(line[number])


@pytest.mark.parametrize("game", GAMES)
def test_the_first_puzzle_of_each_game_is_solved(visit_either, game):
    visitor = visit_either()
    page = visitor.page
    open_puzzle(visitor, game, 1)
    assert f"0 of {len(PUZZLES[game])} solved" in page.text_content("#puzzle-count")
    aim = page.text_content("#puzzle-aim")
    if "avoid the loss" in aim:
        pass
    elif game == "losing":
        assert "lose all pieces or get blocked" in aim
    elif game == "bt":
        assert "the first king" in aim
    else:
        assert "win" in aim or "get a king" in aim
    solve(visitor, PUZZLES[game][0][1])
    visitor.wait_for_text("#puzzle-text", "Solved!")
    assert f"1 of {len(PUZZLES[game])} solved" in page.text_content("#puzzle-count")
    assert visitor.legal() == []
    page.click("#to-puzzles")
    visitor.wait_for_text("#puzzles-count", f"1 of {COUNT} solved")
    assert page.locator("#puzzles .tile.solved").count() == 1
    assert page.get_attribute(f"section:has(#puzzles-{game}) .tile >> nth=0", "aria-label").endswith("puzzle 1, solved")


def test_wrong_attempts_are_counted(visit_either):
    visitor = visit_either()
    page = visitor.page
    open_puzzle(visitor, "dameo", 1)
    line = PUZZLES["dameo"][0][1]
    wrong = [move for move in visitor.legal() if move != line[0]][:2]
    visitor.type_move(wrong[0])
    visitor.wait_for_text("#puzzle-text", f"{wrong[0]} is not the solution.")
    assert visitor.moves() == []
    visitor.type_move(wrong[1])
    visitor.wait_for_text("#puzzle-text", f"Attempt 2: {wrong[1]} is not the solution.")
    # Also after a reload.
    page.reload()
    visitor.wait_for_text("#puzzle-text", f"Attempt 2: {wrong[1]} is not the solution.")
    solve(visitor, line)
    visitor.wait_for_text("#puzzle-text", "Solved!")


def test_an_unfinished_puzzle_survives_a_reload(visit_either):
    visitor = visit_either()
    page = visitor.page
    number = number_with("hexdame", 5)
    _, line, difficulty = PUZZLES["hexdame"][number - 1]
    open_puzzle(visitor, "hexdame", number)
    visitor.click_move(line[0])
    # The reply comes, even after a reload.
    page.reload()
    visitor.wait_for_moves(2)
    assert visitor.page.text_content("#puzzle-title") == f"Hexdame, puzzle {number} of {len(PUZZLES['hexdame'])} ({difficulty})"
    visitor.click_move(line[2])
    visitor.wait_for_moves(4)
    page.click("#to-play")
    page.wait_for_selector("#game-actions")
    page.evaluate("location.hash = '#hexdame/puzzle'")
    visitor.wait_for_text("#puzzle-title", f"puzzle {number} of")
    visitor.click_move(line[4])
    visitor.wait_for_text("#puzzle-text", "Solved!" if len(line) == 5 else "Correct!")


def test_hint_and_solution(visit):
    visitor = visit()
    page = visitor.page
    number = number_with("croda", 3)
    line = PUZZLES["croda"][number - 1][1]
    open_puzzle(visitor, "croda", number)
    page.click("#puzzle-hint")
    visitor.wait_for_text("#puzzle-text", f"Move the piece on {line[0][:2]}.")
    assert page.locator("#board .hinted").count() == 1
    # A second hint shows the target too.
    page.click("#puzzle-hint")
    visitor.wait_for_text("#puzzle-text", f"Move the piece on {line[0][:2]} to {line[0][3:5]}.")
    assert page.locator("#board .hinted").count() == 2
    page.click("#puzzle-solution")
    visitor.wait_for_text("#puzzle-text", "This is the solution")
    # The solution is played move by move to its end.
    visitor.wait_for_moves(len(line))
    page.wait_for_function("() => document.querySelector('#moves').lastElementChild.lastElementChild.ariaCurrent === 'true'")
    page.click("#back")
    page.click("#back")
    page.click("#forward")
    page.wait_for_function(
        "at => [...document.querySelectorAll('#moves button')].findIndex(one => one.ariaCurrent === 'true') === at",
        arg=len(line) - 2,
    )
    assert page.locator("#board .hinted").count() == 0
    # A shown solution does not count as solved, and the puzzle can be tried again.
    assert "Croda: 0 of" in page.text_content("#puzzle-count")
    page.click("#puzzle-again")
    page.wait_for_selector("#moves .none")
    solve(visitor, line)
    visitor.wait_for_text("#puzzle-text", "Correct, but not counted")
    assert "Croda: 0 of" in page.text_content("#puzzle-count")


def test_stepping_stops_the_automatic_solution(visit_either):
    visitor = visit_either()
    page = visitor.page
    page.clock.install()
    open_puzzle(visitor, "dameo", number_with("dameo", 3))
    page.click("#puzzle-solution")
    visitor.wait_for_text("#puzzle-text", "This is the solution")
    page.clock.run_for(700)
    page.wait_for_function("() => !document.querySelector('#back').disabled")
    page.click("#back")
    page.wait_for_function("() => document.querySelector('#back').disabled")
    page.clock.run_for(10_000)
    assert page.is_disabled("#back")
    assert page.is_enabled("#forward")


def test_the_next_puzzle_is_an_unsolved_one(visit_either):
    visitor = visit_either()
    page = visitor.page
    first, second = GAMES[0], GAMES[1]
    solved = ids(first, PUZZLES[first])
    open_puzzle(visitor, first, 2)
    # All except the third.
    page.evaluate(NOTE_SOLVED, solved[:2] + solved[3:])
    page.reload()
    visitor.wait_for_text("#puzzle-title", "puzzle 2 of")
    page.click("#puzzle-next")
    visitor.wait_for_text("#puzzle-title", "puzzle 3 of")
    solve(visitor, PUZZLES[first][2][1])
    visitor.wait_for_text("#puzzle-text", "Solved!")
    page.click("#puzzle-next")
    page.wait_for_function("game => location.hash === `#${game}/puzzle/1`", arg=second)
    visitor.wait_for_text("#puzzle-title", "puzzle 1 of")


def test_puzzles_continue_when_all_are_solved(visit_either):
    visitor = visit_either()
    page = visitor.page
    last = GAMES[-1]
    open_puzzle(visitor, last, len(PUZZLES[last]))
    page.evaluate(NOTE_SOLVED, [one for game in GAMES for one in ids(game, PUZZLES[game])])
    page.reload()
    visitor.wait_for_text("#puzzle-count", f"{COUNT} of {COUNT} solved")
    page.click("#puzzle-next")
    page.wait_for_function("game => location.hash === `#${game}/puzzle/1`", arg=GAMES[0])
    visitor.wait_for_text("#puzzle-text", "All puzzles are solved.")
    page.click("#puzzle-next")
    visitor.wait_for_text("#puzzle-title", "puzzle 2 of")


def test_the_address_of_puzzles_of_a_game(visit_either):
    visitor = visit_either()
    page = visitor.page
    page.evaluate("location.hash = '#losing/puzzle'")
    visitor.wait_for_text("#puzzle-title", "Losing Draughts, puzzle 1 of")
    page.click("#to-rules")
    page.click("a[href='#puzzles-turkish']")
    page.wait_for_selector("section:has(#puzzles-turkish) .tile svg")
    assert page.get_attribute("#to-puzzles", "aria-current") == "page"


def test_every_puzzle_is_in_the_list(visit_either):
    visitor = visit_either()
    page = visitor.page
    page.click("#to-puzzles")
    page.wait_for_selector("#puzzles .tile svg")
    assert page.locator("#puzzles details[open]").count() == 1
    # Each puzzle gets its picture when it becomes visible.
    assert page.locator("#puzzles .tile svg").count() < COUNT
    for game in GAMES:
        for difficulty in ("easy", "medium", "hard"):
            count = sum(puzzle[2] == difficulty for puzzle in PUZZLES[game])
            shown = tiles(page, game, difficulty)
            shown.first.wait_for()
            assert shown.count() == count > 0
            summary = page.text_content(f"section:has(#puzzles-{game}) [data-difficulty={difficulty}] summary")
            assert summary == f"{difficulty.capitalize()}: 0 of {count} solved"
    page.evaluate("location.hash = '#puzzles-losing'")
    page.wait_for_selector("section:has(#puzzles-losing) .tile svg")


def test_the_next_puzzle_has_the_same_difficulty(visit_either):
    game = "turkish"
    easy = sum(puzzle[2] == "easy" for puzzle in PUZZLES[game])
    visitor = visit_either(f"#{game}/puzzle/{easy}")
    visitor.wait_for_text("#puzzle-title", f"puzzle {easy} of {len(PUZZLES[game])} (easy)")
    visitor.page.click("#puzzle-next")
    visitor.wait_for_text("#puzzle-title", "puzzle 1 of")
    # Of the next game only after all of this one.
    visitor.page.evaluate(NOTE_SOLVED, ids(game, PUZZLES[game][:easy]))
    visitor.page.reload()
    visitor.page.click("#puzzle-next")
    visitor.wait_for_text("#puzzle-title", f"puzzle {easy + 1} of {len(PUZZLES[game])} (medium)")


def test_other_puzzles(chromium, tmp_path):
    file = tmp_path / "puzzles.tsv"
    rows = (ROOT / "src/web/page/puzzles.tsv").read_text(encoding="utf-8").splitlines(keepends=True)
    own = [row for row in rows if row.startswith("croda\t")][:2]
    file.write_text(rows[0] + "".join(own), encoding="utf-8")
    with served("--listen=127.0.0.1:0", f"--puzzles={file}") as url, visiting(chromium, url) as visit:
        visitor = visit("#puzzles")
        visitor.wait_for_text("#puzzles-count", "All games: 0 of 2 solved")
        assert visitor.page.locator("#puzzles section").count() == 1
        assert visitor.page.locator("#puzzles .tile").count() == 2
        # A game without puzzles leads to those of another.
        visitor.page.evaluate("location.hash = '#dameo/puzzle'")
        visitor.wait_for_text("#puzzle-title", "Croda, puzzle 1 of 2")


def test_the_cell_names_of_a_flipped_board_are_inside_the_cells(visit_either):
    visitor = visit_either()
    number = next(at for at, (fen, *_) in enumerate(PUZZLES["losing"], 1) if fen[0] == "B")
    open_puzzle(visitor, "losing", number)
    outside = """() => {
        const board = document.querySelector("#board svg").getBoundingClientRect();
        const texts = [...document.querySelectorAll("#board svg > g text")].map(text => text.getBoundingClientRect());
        const isInside = box => box.left > board.left && box.right < board.right && box.top > board.top && box.bottom < board.bottom;
        return [texts.length, texts.filter(box => !isInside(box)).length];
    }"""
    assert visitor.page.evaluate(outside) == [50, 0]


def test_every_puzzle_has_an_address(visit_either):
    visitor = visit_either()
    page = visitor.page
    open_puzzle(visitor, "hexdame", 2)
    assert visitor.address().endswith("#hexdame/puzzle/2")
    page.click("#puzzle-next")
    visitor.wait_for_text("#puzzle-title", "puzzle 3 of")
    assert visitor.address().endswith("#hexdame/puzzle/3")
    # Another user sees the same puzzle. A number that does not exist gives the first puzzle.
    other = visit_either("#hexdame/puzzle/3")
    other.wait_for_text("#puzzle-title", "Hexdame, puzzle 3 of")
    other.page.evaluate("location.hash = '#hexdame/puzzle/99'")
    other.wait_for_text("#puzzle-title", "Hexdame, puzzle")
    late = visit_either("#hexdame/puzzle/99")
    late.wait_for_text("#puzzle-title", "Hexdame, puzzle 1 of")
    assert late.address().endswith("#hexdame/puzzle/1")


def test_back_returns_to_where_the_user_was(visit_either):
    visitor = visit_either("#puzzles-losing")
    page = visitor.page
    number = number_with("losing", 3)
    is_at = "at => location.hash === `#losing/puzzle/${at}`"
    page.wait_for_selector("section:has(#puzzles-losing) .tile")
    page.locator("section:has(#puzzles-losing) .tile").nth(number - 1).click()
    page.wait_for_function(is_at, arg=number)
    visitor.wait_for_text("#puzzle-title", f"puzzle {number} of")
    line = PUZZLES["losing"][number - 1][1]
    visitor.click_move(line[0])
    visitor.wait_for_moves(2)
    page.click("#puzzle-look")
    visitor.wait_for_part("analysis")
    page.click("#back")
    page.wait_for_function("() => location.hash.includes('&at=1')")
    # Stepping through a game adds no entries to the history.
    page.go_back()
    page.wait_for_function(f"at => ({is_at})(at) && !document.querySelector('#puzzle').hidden", arg=number)
    visitor.wait_for_text("#puzzle-title", f"puzzle {number} of")
    assert len(visitor.moves()) == 2
    page.click("#puzzle-next")
    page.wait_for_function(is_at, arg=number + 1)
    page.go_back()
    page.wait_for_function(is_at, arg=number)
    visitor.wait_for_text("#puzzle-title", f"puzzle {number} of")
    page.go_back()
    page.wait_for_function("() => location.hash === '#puzzles-losing' && !document.querySelector('#puzzles').hidden")


def test_the_puzzle_panel_stays_in_place(visit_either):
    visitor = visit_either(viewport={"width": 360, "height": 740})
    page = visitor.page
    number = number_with("croda", 3)
    fen, line, _ = PUZZLES["croda"][number - 1]
    open_puzzle(visitor, "croda", number)
    places = "() => [...document.querySelectorAll('#puzzle button')].map(one => [one.offsetLeft, one.offsetTop])"
    before = page.evaluate(places)
    assert page.is_disabled("#puzzle-again")
    # The step buttons come directly below the panel.
    gap = "() => document.querySelector('.steps').getBoundingClientRect().top - document.querySelector('#puzzle').getBoundingClientRect().bottom"
    assert 0 < page.evaluate(gap) < 60
    assert page.locator("#table .strong:visible").count() == 1
    assert page.get_attribute("#puzzle-all", "href") == "#puzzles-croda"
    visitor.type_move(line[0])
    visitor.wait_for_moves(2)
    visitor.wait_for_text("#puzzle-text", "Correct!")
    assert page.evaluate(places) == before
    page.click("#first")
    visitor.wait_for_text("#puzzle-text", "Step to the last move to go on.")
    page.click("#last")
    visitor.wait_for_text("#puzzle-text", "Correct!")
    page.click("#puzzle-again")
    page.wait_for_selector("#moves .none")
    # A screen reader hears the aim again.
    side = {"W": "White", "B": "Black"}[fen[0]]
    visitor.wait_for_text("#said", f"Croda, puzzle {number}. {side} to move")
    assert page.evaluate(places) == before
