"""Games whose rules visitors write on the page."""

import pytest
from board_page import Engine, Visitor, served

SHORT = 'title = "Short Kings"\nlike = "dameo"\nkings.flying = false\n'
# White to move with a king, which moves one cell.
ENDING = "W:WKa1:Bg8"


def write(visitor, text, name=""):
    """Goes to the page for writing, and types a text."""
    page = visitor.page
    if page.is_hidden("#writing"):
        page.click("#new")
        page.click("#own-game")
    page.wait_for_selector("#writing-from option >> nth=5", state="attached")
    page.fill("#writing-name", name)
    page.fill("#writing-text", text)


def play(visitor, text=SHORT, name=""):
    write(visitor, text, name)
    visitor.page.click("#writing-play")
    visitor.page.wait_for_selector("#table", state="visible")


def faults(visitor):
    return visitor.page.eval_on_selector_all("#writing-faults li", "all => all.map(one => one.textContent)")


def wait_for_faults(visitor, count):
    visitor.page.wait_for_function(
        "count => document.querySelectorAll('#writing-faults li').length === count", arg=count
    )


def wait_for_title(visitor, title):
    visitor.page.wait_for_function("title => document.querySelector('#title').textContent === title", arg=title)


def reload(visitor):
    visitor.page.reload()
    visitor.page.wait_for_selector("html[data-ready]")


def test_faults_are_shown_beside_their_lines(visit):
    visitor = visit()
    page = visitor.page
    write(visitor, 'title = "A"\nlike = "dameo"\n\n[kings]\nflying = 1\nfly = 2\n')
    wait_for_faults(visitor, 1)
    assert faults(visitor)[0].startswith("Line 6: there is no key 'kings.fly'.")
    assert page.is_disabled("#writing-play")
    page.fill("#writing-text", 'title = "A"\nlike = "dameo"\n\n[kings]\nflying = 1\n')
    visitor.wait_for_text("#writing-faults", "Line 5: ")
    # The fault is at the height of its line, and a click goes there.
    tops = page.evaluate(
        """() => ["#writing-faults li", "#writing-numbers .bad"].map(one => document.querySelector(one).getBoundingClientRect().top)"""
    )
    assert abs(tops[0] - tops[1]) < 12
    page.click("#writing-faults button")
    assert page.eval_on_selector("#writing-text", "field => field.value.slice(field.selectionStart)") == "1\n"
    # The rest of a file without faults is what it says.
    page.fill("#writing-text", SHORT)
    wait_for_faults(visitor, 0)
    visitor.wait_for_text("#writing-said", "Short Kings: the rules can be played.")
    visitor.wait_for_text("#writing-says", "8x8")
    assert page.is_enabled("#writing-play")
    # Whatever is sane for `coupturc check` is sane here.
    page.fill("#writing-text", SHORT + "men.moves = []\n")
    visitor.wait_for_text("#writing-faults", "men cannot move")
    page.fill("#writing-text", 'title = "Restless"\nlike = "frisian"\nkings.rest-after = 4\n')
    visitor.wait_for_text("#writing-faults", "after three moves only")
    page.fill("#writing-text", "x" * 70_000)
    visitor.wait_for_text("#writing-faults", "too long")


def test_the_game_is_played_analysed_and_kept(visit):
    visitor = visit()
    page = visitor.page
    play(visitor)
    assert page.text_content("#title") == "Short Kings"
    assert visitor.address().endswith("#short-kings/play")
    visitor.click_move("d1-d4")
    visitor.wait_for_moves(2)
    visitor.wait_for_turn()
    moves = visitor.moves()
    reload(visitor)
    wait_for_title(visitor, "Short Kings")
    assert visitor.moves() == moves
    # What does not exist for it is hidden.
    assert page.get_attribute("#to-about", "href") == "#about"
    page.click("#new")
    assert page.is_checked("#choices input[value=short-kings]") and page.is_hidden("#book-choice")
    assert "not been measured" in page.text_content("#level-said")
    page.click("#setup button[value=cancel]")
    # Analysis, by the rules of the text.
    visitor.set_up(ENDING)
    visitor.wait_for_part("analysis")
    wait_for_title(visitor, "Short Kings")
    assert sorted(visitor.legal()) == ["a1-a2", "a1-b1", "a1-b2"]
    page.check("#engine")
    page.wait_for_selector("#pvs li")
    page.uncheck("#engine")
    page.click("#openings summary")
    visitor.wait_for_text("#openings-said", "There is no book of this game.")
    # Other games, and back.
    visitor.new_game("dameo", side="2")
    visitor.new_game("short-kings", side="2")
    assert "d1-d4" in visitor.legal()
    assert page.is_hidden("#trouble")


# All squares of 12x12, with names of three characters and a column k.
LARGEST = f'''title = "Largest"
like = "big-dameo"
board.size = 12
board.start = """
{"b" * 12}
{("." * 12 + chr(10)) * 10}{"w" * 12}
"""
'''


@pytest.mark.parametrize(
    ("text", "move"), [('title = "Large"\nlike = "canadian"\n', "44-38"), (LARGEST, "k1-k2")]
)
def test_a_board_of_more_than_64_cells(visit, text, move):
    visitor = visit()
    play(visitor, text)
    visitor.click_move(move)
    visitor.wait_for_moves(2)
    visitor.wait_for_turn()
    assert visitor.page.is_hidden("#trouble")


def test_games_on_a_board_of_more_than_64_cells_are_counted(visit, tmp_path):
    visitor = visit()
    page = visitor.page
    play(visitor, 'title = "Large"\nlike = "canadian"\n', name="large")
    page.click("#to-analysis")
    visitor.wait_for_part("analysis")
    file = tmp_path / "games.pdn"
    file.write_text('[GameType "large"]\n\n1. 44-38 27-33 1-1\n')
    page.click("#openings summary")
    page.set_input_files("#openings-file", file)
    visitor.wait_for_text("#openings-moves", "44-38")
    visitor.wait_for_text("#openings-said", "1 game.")
    page.click("#openings-moves button")
    visitor.wait_for_text("#openings-moves", "27-33")


def test_positions_and_pdn(visit):
    visitor = visit()
    page = visitor.page
    play(visitor, name="mine")
    page.click("#to-analysis")
    visitor.wait_for_part("analysis")
    visitor.type_move("d1-d4")
    visitor.wait_for_moves(1)
    visitor.open_texts()
    text = visitor.copied()
    assert '[GameType "mine"]' in text
    # After a reload, while another game is on the board, the name still means this game.
    page.evaluate("location.hash = '#hexdame/analysis'")
    wait_for_title(visitor, "Hexdame")
    reload(visitor)
    visitor.load(text)
    wait_for_title(visitor, "Short Kings")
    assert visitor.moves() == ["d1-d4"]
    page.click("#edit")
    visitor.page.wait_for_selector("#editing", state="visible")
    assert page.eval_on_selector("#edit-game", "select => select.value") == "mine"
    page.click("#edit-clear")
    visitor.paint("W")
    visitor.edit_cell("a1")
    visitor.paint("b")
    visitor.edit_cell("g8")
    page.click("#edit-done")
    visitor.wait_for_part("analysis")
    page.wait_for_function("() => document.querySelectorAll('#legal option').length === 3")


def test_files_are_opened_dropped_and_saved(visit, tmp_path):
    visitor = visit("#own")
    page = visitor.page
    file = tmp_path / "mine.toml"
    file.write_text(SHORT)
    page.set_input_files("#writing-file", file)
    visitor.wait_for_value("#writing-text", SHORT)
    assert page.input_value("#writing-name") == "mine"
    with page.expect_download() as download:
        page.click("#writing-save")
    assert download.value.suggested_filename == "mine.toml"
    assert open(download.value.path()).read() == SHORT
    # The file of an embedded game, and back to the own one.
    page.select_option("#writing-from", "italian")
    visitor.wait_for_text("#writing-said", "Italian Draughts: the rules can be played.")
    page.select_option("#writing-from", "")
    visitor.wait_for_value("#writing-text", SHORT)
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "other.toml"));
            document.querySelector("#writing").dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
        }""",
        SHORT.replace("Short", "Other"),
    )
    visitor.wait_for_value("#writing-name", "other")
    page.click("#writing-play:enabled")
    wait_for_title(visitor, "Other Kings")
    # What was written is there again after a reload.
    page.evaluate("location.hash = '#own'")
    reload(visitor)
    visitor.wait_for_value("#writing-name", "other")


def test_a_game_is_changed_and_deleted(visit):
    visitor = visit()
    page = visitor.page
    play(visitor)
    page.click("#new")
    page.click("#own-game")
    visitor.wait_for_value("#writing-text", SHORT)
    page.fill("#writing-text", SHORT.replace("dameo", "hexdame"))
    page.click("#writing-play:enabled")
    page.wait_for_selector("#table", state="visible")
    page.wait_for_function("() => document.querySelectorAll('#legal option').length !== 0")
    engine = Engine("hexdame")
    assert sorted(visitor.legal()) == sorted(engine.legal(visitor.fen()))
    engine.close()
    page.click("#new")
    assert page.locator("#choices label").count() == 13
    page.click("#own-game")
    page.click("#writing-remove")
    page.click("#writing-remove")
    page.wait_for_selector("#table", state="visible")
    assert page.text_content("#title") != "Short Kings"
    page.click("#new")
    assert page.locator("#choices label").count() == 12


@pytest.mark.parametrize("name", ["dameo", "English", "a b"])
def test_names_that_cannot_be(visit_server, name):
    visitor = visit_server()
    write(visitor, SHORT, name)
    wait_for_faults(visitor, 1)
    assert visitor.page.is_disabled("#writing-play") and "name" in faults(visitor)[0]


def test_visitors_do_not_get_each_others_games(chromium, visit_server):
    one, two = visit_server(), visit_server()
    play(one, name="mine")
    play(two, SHORT.replace("dameo", "hexdame"), name="mine")
    one.set_up(ENDING)
    one.wait_for_part("analysis")
    assert sorted(one.legal()) == ["a1-a2", "a1-b1", "a1-b2"]
    two.set_up("W:WKa1:Bi8")
    two.wait_for_part("analysis")
    assert len(two.legal()) == 3


def test_two_windows_keep_the_games_of_both(visit):
    one = visit()
    two = one.another_window()
    play(one)
    play(two, SHORT.replace("Short", "Other"))
    reload(one)
    one.page.click("#new")
    for name in ["short-kings", "other-kings"]:
        assert one.page.locator(f"#choices input[value={name}]").count() == 1
    assert two.complaints == []
    two.page.close()


def test_a_game_of_a_file_of_the_server_stays_its_own(chromium, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(SHORT)
    with served("--listen", "127.0.0.1:0", "--rules", file) as url:
        visitor = Visitor(chromium, url)
        write(visitor, SHORT.replace("Short", "Other"), "mine")
        visitor.page.click("#writing-play:enabled")
        visitor.wait_for_text("#writing-said", "There is another game 'mine'.")
        assert visitor.complaints == []
        visitor.close()


def test_pdn_of_embedded_games(visit):
    visitor = visit()
    visitor.load('[GameType "21"]\n\n1. 11-15 23-19 *\n')
    wait_for_title(visitor, "English Draughts")
    assert len(visitor.moves()) == 2
    reload(visitor)
    wait_for_title(visitor, "English Draughts")


def test_a_phone(visit):
    visitor = visit("#own", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = visitor.page
    write(visitor, 'title = "A title that is long enough to be wider than the window of a phone"\nlike = "dameo"\nfly = 2\n')
    wait_for_faults(visitor, 1)
    assert visitor.overflow() == 0
    # The fault is a list below the text.
    boxes = [page.locator(f"#writing-{part}").bounding_box() for part in ["text", "faults"]]
    assert boxes[1]["y"] >= boxes[0]["y"] + boxes[0]["height"]
    play(visitor)
    wait_for_title(visitor, "Short Kings")
    assert visitor.overflow() == 0


def test_the_keys_are_explained(visit_either):
    visitor = visit_either("#own")
    page = visitor.page
    page.click("#writing-keys summary")
    visitor.wait_for_text("#writing-keys", "first-king-wins")
    assert visitor.overflow() == 0
