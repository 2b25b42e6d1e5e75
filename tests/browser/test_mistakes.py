"""The analysis of whole games: marks, scores, turning points, the curve, lessons, and all of it in PDN."""

import re

# Both sides blunder, and White's last move is the only good one.
GAME = """[GameType "20"]
[FEN "W:W23,28,30,34,36,44:B12,13,20,21,26,27"]
[Result "*"]

1. 36-31 27x36 2. 30-25 12-18 3. 23x12 *
"""
MARKED = GAME.replace("1. 36-31 27x36", "1. 36-31 $1 {a trap} (1. 34-29 {safe} 12-18) (1. 44-39) 1... 27x36")
MARKS = ["??", "", "", "??", "!"]
BAD = ["36-31", "12-18"]

SCORES = "() => [...document.querySelectorAll('#moves > li:not(.aside) > button .score')].map(one => one.textContent.trim())"


def opened(visitor, text=GAME):
    visitor.load(text)
    visitor.wait_for_moves(5)
    visitor.page.click("#texts summary")
    return visitor.page


def analyse(visitor, effort="quick"):
    page = visitor.page
    page.select_option("#effort", effort)
    page.evaluate("document.querySelector('#state').textContent = ''")
    page.click("#whole")
    visitor.wait_for_text("#state", "Analysed.")


def marks(page):
    return page.eval_on_selector_all("#moves > li:not(.aside) > button .marks-of", "all => all.map(one => one.textContent)")


def point(page, number, button):
    return page.locator(f"#points li >> nth={number} >> button >> nth={button}")


def wait_for_current(page, text):
    page.wait_for_function(
        "text => document.querySelector('#moves [aria-current]')?.textContent.startsWith(text)", arg=text
    )


def test_a_game_gets_marks_and_scores_that_stay(visit):
    visitor = visit()
    page = opened(visitor)
    options = page.eval_on_selector_all("#effort option", "all => all.map(one => one.textContent)")
    assert [option.split(",")[0] for option in options] == ["quick", "normal", "thorough"]
    assert all(re.search(r", about \d+ (s|min)$", option) for option in options)
    page.select_option("#effort", "normal")
    page.click("#whole")
    page.wait_for_function("() => /position [1-6] of 6/.test(document.querySelector('#stop').textContent)")
    visitor.wait_for_text("#state", "Analysed.")
    assert page.is_hidden("#stop")
    for _ in range(2):
        assert marks(page) == MARKS
        assert page.get_attribute("#moves .blunder", "title") == "blunder"
        scores = page.evaluate(SCORES)
        # White's view: White loses men by its first move, and Black by its second.
        assert len(scores) == 5 and scores[0].startswith("−") and not scores[3].startswith("−1")
        assert page.text_content("#review-text") == "White: 1 blunder. Black: 1 blunder."
        page.reload()
        page.wait_for_selector("#moves .blunder")
    assert page.input_value("#effort") == "normal"


def test_a_stopped_analysis_keeps_what_it_has_and_goes_on(visit):
    visitor = visit()
    page = opened(visitor)
    page.select_option("#effort", "normal")
    page.click("#whole")
    page.wait_for_function(f"() => ({SCORES})().some(Boolean)")
    # Looking at other positions does not stop it.
    page.click("#last")
    page.wait_for_function("() => document.querySelector('#forward').disabled")
    assert page.is_visible("#stop")
    page.click("#stop")
    page.wait_for_selector("#stop", state="hidden")
    page.wait_for_function("() => document.activeElement.id === 'whole'")
    before = page.evaluate(SCORES)
    assert before[0] == "" and before[-1] != ""
    visitor.wait_for_text("#review-text", "Analysed from ")
    page.reload()
    page.wait_for_function(f"() => ({SCORES})().some(Boolean)")
    assert page.evaluate(SCORES) == before
    # What is known is not searched again.
    analyse(visitor)
    after = page.evaluate(SCORES)
    assert all(after) and after[-1] == before[-1]
    assert "Analysed from" not in page.text_content("#review-text")


def test_keys_and_buttons_go_to_mistakes(visit_either):
    visitor = visit_either()
    page = opened(visitor)
    assert page.is_hidden("#review")
    analyse(visitor)
    assert page.is_disabled("#mistake-back")
    assert [page.get_attribute(f"#mistake-{way}", "title")[-3:] for way in ["back", "on"]] == ["(P)", "(N)"]
    page.keyboard.press("n")
    wait_for_current(page, BAD[0])
    page.keyboard.press("n")
    wait_for_current(page, BAD[1])
    assert page.is_disabled("#mistake-on")
    page.click("#mistake-back")
    wait_for_current(page, BAD[0])
    page.click("#mistake-on")
    wait_for_current(page, BAD[1])
    page.keyboard.press("p")
    wait_for_current(page, BAD[0])
    # From a variation, too.
    point(page, 1, 0).click()
    wait_for_current(page, "30-25")
    visitor.type_move("20-24")
    page.wait_for_selector("#moves .variation [aria-current]")
    page.focus("#board")
    page.keyboard.press("n")
    wait_for_current(page, BAD[1])


def test_turning_points_lead_to_positions_and_better_lines(visit_either):
    visitor = visit_either()
    page = opened(visitor)
    analyse(visitor)
    assert page.locator("#points li").count() == 2
    assert re.fullmatch(r"2… 12-18 \?\? (lost \d\.\d men|lost the game|missed a win)", point(page, 1, 0).text_content())
    point(page, 1, 0).click()
    wait_for_current(page, "30-25")
    better = re.fullmatch(r"better 2… (\d+-\d+)( .*)?", point(page, 1, 1).text_content())[1]
    assert better in visitor.legal() and better != BAD[1]
    point(page, 1, 1).click()
    page.wait_for_selector("#moves .variation [aria-current]")
    wait_for_current(page, better)
    assert len(visitor.variations()) == 1 and marks(page) == MARKS
    # A second click adds nothing.
    page.click("#back")
    wait_for_current(page, "30-25")
    point(page, 1, 1).click()
    wait_for_current(page, better)
    assert len(visitor.variations()) == 1


def test_the_curve_names_the_move_under_the_pointer(visit_either):
    visitor = visit_either()
    page = opened(visitor)
    analyse(visitor)
    assert "chances" in page.text_content("#graph figcaption")
    assert page.text_content("#graph .axis") == "100 %50 %0 %"
    assert page.locator("#graph .dot").count() == 3 and page.locator("#graph .dot.blunder").count() == 2
    page.wait_for_function("() => document.querySelector('#pointed').textContent.startsWith('Start')")
    box = page.locator("#graph .plot").bounding_box()
    page.hover("#graph .plot", position={"x": box["width"] * 0.8, "y": box["height"] / 2})
    page.wait_for_function("() => document.querySelector('#pointed').textContent.startsWith('2… 12-18 ??')")
    assert re.search(r"\d\.\d\d \(\d+ %\)$", page.text_content("#pointed"))
    page.mouse.down()
    page.mouse.up()
    wait_for_current(page, BAD[1])
    page.hover("#title")
    assert page.text_content("#pointed").startswith("2… 12-18")


def test_mistakes_are_puzzles(visit):
    visitor = visit()
    page = opened(visitor)
    analyse(visitor)
    better = re.match(r"better 1\. (\S+)", point(page, 0, 1).text_content())[1]
    page.click("#learn")
    visitor.wait_for_text("#lesson-title", "Mistake 1 of 2")
    assert re.fullmatch(r"1\. 36-31 \?\? lost .*\. Find a better move for White\.", page.text_content("#lesson-question"))
    assert page.is_hidden("#moves") and page.is_hidden("#points")
    # The position does not change under the player.
    page.keyboard.press("ArrowRight")
    visitor.type_move(BAD[0])
    visitor.wait_for_text("#lesson-text", "36-31 loses ")
    visitor.type_move(better)
    visitor.wait_for_text("#lesson-text", f"Right: {better} is the best move.")
    assert page.is_disabled("#lesson-solution") and page.locator("#board .arrow.best").count() == 1
    page.click("#lesson-next")
    visitor.wait_for_text("#lesson-title", "Mistake 2 of 2")
    assert page.is_disabled("#lesson-next") and page.text_content("#lesson-text") == ""
    # Every other move is searched.
    answers = [move for move in visitor.legal() if move != BAD[1]]
    for answer in answers:
        label = "x".join(answer.split("x")[:2])
        visitor.type_move(answer)
        page.wait_for_function(
            "label => new RegExp(`^(Right: )?${label} (is|loses|misses) `).test(document.querySelector('#lesson-text').textContent)",
            arg=label,
        )
        if page.text_content("#lesson-text").startswith("Right"):
            break
    assert "That was the last mistake: " in page.text_content("#lesson-text")
    page.click("#lesson-stop")
    page.wait_for_selector("#moves", state="visible")
    assert len(visitor.moves()) == 5 and visitor.variations() == []


def test_a_solution_is_shown_for_one_side(visit_either):
    visitor = visit_either()
    page = opened(visitor)
    analyse(visitor)
    page.select_option("#learner", "B")
    page.click("#learn")
    visitor.wait_for_text("#lesson-title", "Mistake 1 of 1")
    visitor.wait_for_text("#lesson-question", "Find a better move for Black.")
    page.click("#lesson-solution")
    visitor.wait_for_text("#lesson-text", "The best move: 2… ")
    assert "0 of 1 solved at once" in page.text_content("#lesson-text")
    # Another part of the page shows another game, and the lesson goes on afterwards.
    page.click("#to-play")
    page.wait_for_selector("#game-actions")
    assert page.is_hidden("#lesson")
    page.click("#to-analysis")
    visitor.wait_for_text("#lesson-text", "The best move: 2… ")
    page.click("#lesson-stop")
    page.wait_for_selector("#moves", state="visible")


def test_a_lesson_survives_a_reload(visit_either):
    visitor = visit_either()
    page = opened(visitor)
    analyse(visitor)
    page.check("#engine")
    page.wait_for_selector("#pvs li")
    page.click("#learn")
    visitor.wait_for_text("#lesson-title", "Mistake 1 of 2")
    visitor.type_move(BAD[0])
    visitor.wait_for_text("#lesson-text", "36-31 loses ")
    question, answer = (page.text_content(f"#lesson-{part}") for part in ["question", "text"])
    page.reload()
    page.wait_for_selector("html[data-ready]")
    visitor.wait_for_text("#lesson-title", "Mistake 1 of 2")
    assert [page.text_content(f"#lesson-{part}") for part in ["question", "text"]] == [question, answer]
    # The engine does not tell the answer.
    assert not page.is_checked("#engine") and page.is_hidden("#moves")
    page.click("#lesson-solution")
    visitor.wait_for_text("#lesson-text", "The best move: 1. ")
    page.click("#lesson-next")
    visitor.wait_for_text("#lesson-title", "Mistake 2 of 2")
    page.click("#lesson-solution")
    visitor.wait_for_text("#lesson-text", "0 of 2 solved at once")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    visitor.wait_for_text("#lesson-text", "0 of 2 solved at once")
    assert page.is_disabled("#lesson-solution") and page.locator("#board .arrow.best").count() == 1
    page.click("#lesson-stop")
    page.wait_for_selector("#moves", state="visible")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.wait_for_selector("#moves", state="visible")
    assert page.is_hidden("#lesson")


def test_the_analysis_is_in_the_pdn(visit):
    visitor = visit()
    page = opened(visitor)
    analyse(visitor)
    visitor.open_texts()
    text = " ".join(visitor.copied().split())
    assert re.search(r"1\. 36-31 \$4 \{\[%eval -[^]]+\]\} \(1\. \d+-\d+ \{\[%eval [^]]+\]\}", text)
    assert re.search(r"12-18 \$4 \{\[%eval [^]]+\]\} \(2\.\.\. ", text)
    assert re.search(r"3\. 23x12 \$1 \{\[%eval [^]]+\]\} \*$", text)
    scores = page.evaluate(SCORES)
    # The text brings back marks, scores and lines, and another analysis adds nothing to them.
    visitor.load(text)
    page.wait_for_function("() => document.querySelectorAll('#moves .variation').length === 2")
    assert marks(page) == MARKS and page.evaluate(SCORES) == scores
    assert page.locator("#moves .comment").count() == 0 and page.locator("#graph .dot").count() == 3
    analyse(visitor)
    assert marks(page) == MARKS
    again = " ".join(visitor.copied().split())
    assert [again.count(word) for word in ["$4", "$1 ", "36-31", "23x12"]] == [2, 1, 1, 1]


def test_marks_and_lines_of_a_file_stay(visit_either):
    visitor = visit_either()
    page = opened(visitor, MARKED)
    analyse(visitor)
    assert marks(page)[0] == "!" and marks(page)[3] == "??"
    visitor.open_texts()
    text = " ".join(visitor.copied().split())
    assert re.search(r"1\. 36-31 \$1 \{a trap \[%eval -[^]]+\]\} \(1\. 34-29 \{safe\} 12-18\)", text)
    assert text.count("1. 34-29") == 1 and text.count("1. 44-39") == 1


def test_a_player_learns_from_own_mistakes(visit):
    visitor = visit()
    page = visitor.page
    visitor.new_game("dameo", side="B", level=1)
    visitor.wait_for_turn()
    visitor.type_move(visitor.legal()[0])
    visitor.wait_for_moves(2)
    page.click("#look")
    visitor.wait_for_part("analysis")
    page.wait_for_function("() => document.querySelector('#learner').value === 'B'")
