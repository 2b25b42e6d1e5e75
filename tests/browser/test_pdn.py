"""Import and export of PDN."""

import json
import re

import pytest
from board_page import GAMES, ROOT

KILLER = """[GameType "20"]
[Halt "killer"]
[FEN "W:WK46:B1,K32"]

1. 46x28 *
"""

ANNOTATED = """[Event "Club evening"]
[Site "Here"]
[White "Ann"]
[Black "Ben"]
[Result "2-0"]
[GameType "20"]

{a quiet day} 1. 32-28 {good move} 19-23 $1 (18-23 $14 2. 33-29 (2. 34-29 {too late}) 23x32) 2. 28x19 14x23 2-0
"""

UNNAMED = """[White "Player A"]
[Black "Player B"]

1. 31-26 17-21 2. 26x17 11x22 *
"""

AMBIGUOUS = """[GameType "20"]
[FEN "W:WK4,50:B13,32,37,20"]

1. 4x31x42x15 32-38 *
"""

THREE = """[White "Ann"]
[Black "Ben"]
[Event "Club evening"]
[Date "2020.01.02"]
[Result "2-0"]
[GameType "20"]

1. 32-28 19-23 2. 28x19 14x23 2-0

[White "Cat"]
[Black "Dog"]
[Result "1-1"]
[GameType "20"]

1. 33-28 18-22 2. 1-50 1-1

[White "Eve"]
[Black "Fox"]
[Result "0-1"]
[GameType "dameo"]

1. b2-b3 0-1
"""


def said(visitor, field="pdn"):
    return visitor.page.text_content(f"#{field}-said")


def wait_for_title(visitor, title):
    visitor.page.wait_for_function("title => document.querySelector('#title').textContent === title", arg=title)


def wait_for_written(visitor, wanted):
    """Waits until the field contains these words; returns its text in one line."""
    one_line = "document.querySelector('#pdn').value.split(/\\s+/).join(' ')"
    visitor.page.wait_for_function(f"wanted => {one_line}.includes(wanted)", arg=wanted)
    return visitor.page.evaluate(one_line)


def test_tags_and_comments_are_shown_and_exported(visit):
    visitor = visit()
    visitor.load(ANNOTATED)
    visitor.wait_for_moves(4)
    page = visitor.page
    assert page.text_content("#about b") == "Ann – Ben"
    assert page.text_content("#about p").endswith(" 2-0")
    assert page.text_content("#about dl").split() == ["EventClub", "eveningSiteHere"]
    assert [page.text_content(f"#{place} .name") for place in ["near", "far"]] == ["Ann", "Ben"]
    assert visitor.moves() == ["32-28", "19-23!", "28x19", "14x23"]
    assert visitor.variations() == ["1...18-23 $142.33-29(2.34-29too late)2...23x32"]
    assert page.eval_on_selector_all("#moves .comment", "all => all.map(one => one.textContent)") == [
        "a quiet day", "good move", "too late"
    ]
    first = wait_for_written(visitor, "14x23 2-0")
    for part in ['[Event "Club evening"]', '[Site "Here"]', '[White "Ann"]', '[Black "Ben"]', '[Result "2-0"]', "$14"]:
        assert part in first
    visitor.load(page.input_value("#pdn"))
    page.wait_for_function("() => document.querySelector('#pdn').value !== ''")
    assert wait_for_written(visitor, "14x23 2-0") == first
    assert visitor.variations() == ["1...18-23 $142.33-29(2.34-29too late)2...23x32"]


def test_variations_can_be_entered_left_and_started(visit_either):
    visitor = visit_either()
    page = visitor.page
    visitor.load(ANNOTATED)
    visitor.wait_for_moves(4)
    page.click("#moves .variation button >> text=34-29")
    page.wait_for_selector("#moves .variation [aria-current]")
    assert visitor.fen().startswith("B:W28,29,31,33,35,") and page.is_disabled("#last")
    # A known move steps forward, a new one starts a variation, and nothing is lost.
    page.click("#moves > li > button >> nth=0")
    page.wait_for_selector("#moves > li > [aria-current]")
    visitor.click_move("19-23")
    assert len(visitor.variations()) == 1
    page.click("#back")
    page.wait_for_function("() => document.querySelector('#moves [aria-current]').textContent === '32-28'")
    visitor.click_move("20-24")
    page.wait_for_function("() => document.querySelectorAll('#moves .variation').length === 2")
    assert visitor.moves() == ["32-28", "19-23!", "28x19", "14x23"]
    text = wait_for_written(visitor, "20-24")
    assert "34-29 {too late}" in text and "14x23 2-0" in text
    page.click("#remove")
    page.wait_for_function("() => document.querySelectorAll('#moves .variation').length === 1")
    page.click("#first")
    page.wait_for_selector("#moves:not(:has([aria-current]))")
    assert page.is_disabled("#remove")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_variations_makes_a_round_trip(visit_either, game):
    visitor = visit_either()
    page = visitor.page
    visitor.new_game(game, side="2")
    choices = []
    for number in range(1, 5):
        choices.append(visitor.legal())
        visitor.type_move(choices[-1][-1])
        visitor.wait_for_moves(number)
    # At a position with more than one legal move.
    place = max(number for number, legal in enumerate(choices) if len(legal) > 1)
    page.click("#look")
    visitor.wait_for_part("analysis")
    page.click(f"#moves button >> nth={place - 1}")
    page.wait_for_function("place => document.querySelectorAll('#moves button')[place - 1].ariaCurrent", arg=place)
    visitor.type_move(choices[place][0])
    page.wait_for_selector("#moves .variation [aria-current]")
    title, moves, variations = page.text_content("#title"), visitor.moves(), visitor.variations()
    assert (len(moves), len(variations)) == (4, 1)
    visitor.open_texts()
    wait_for_written(visitor, "(")
    page.click("#load-pdn")
    page.wait_for_selector("#about:not([hidden])")
    assert (page.text_content("#title"), visitor.moves(), visitor.variations()) == (title, moves, variations)


@pytest.mark.parametrize("file", sorted(path.name for path in (ROOT / "tests/data/pdn").iterdir()))
def test_games_of_real_files_make_a_round_trip(visit_either, file):
    visitor = visit_either()
    page = visitor.page
    visitor.load((ROOT / "tests/data/pdn" / file).read_text())
    page.wait_for_selector("#about:not([hidden]), #file[open], #pdn-said button")
    for choice in ["#file-games button >> nth=0", "#pdn-said button >> nth=0"]:
        if page.is_visible(choice):
            page.click(choice)
    page.wait_for_selector("#about:not([hidden])")
    shown = [page.text_content(part) for part in ["#title", "#about", "#moves"]]
    first = visitor.copied()
    # The text must also be readable as a new game.
    visitor.new_game("hexdame" if "Hexdame" not in shown else "dameo", side="2")
    visitor.load(first)
    page.wait_for_selector("#about:not([hidden])")
    assert visitor.copied() == first
    assert [page.text_content(part) for part in ["#title", "#about", "#moves"]] == shown


def test_the_rules_of_a_game_are_kept(visit):
    visitor = visit()
    visitor.load(KILLER)
    visitor.wait_for_moves(1)
    assert visitor.legal() == ["46x28x32"]
    assert "killer" in visitor.page.text_content("#special")
    assert '[Halt "killer"]' in wait_for_written(visitor, "46x28")
    # The next game has its own rules.
    visitor.load(KILLER.replace('[Halt "killer"]\n', ""))
    visitor.page.wait_for_selector("#special", state="hidden")
    assert len(visitor.legal()) > 1


@pytest.mark.parametrize(
    ("game", "tag", "value"),
    [
        ("20", "Halt", "damme"),
        ("vanguard", "VanguardScope", "whole"),
        ("40", "DrawRule", "repetition"),
        ("30", "KingAgainstMan", "draw"),
    ],
)
def test_every_rule_tag_is_applied_and_exported(visit_either, game, tag, value):
    visitor = visit_either()
    visitor.load(f'[GameType "{game}"]\n[{tag} "{value}"]\n\n*\n')
    visitor.page.wait_for_selector("#special", state="visible")
    assert f'[{tag} "{value}"]' in wait_for_written(visitor, f'[GameType "{game}"]')


def test_the_user_chooses_the_variant_of_an_ambiguous_game(visit_either):
    visitor = visit_either()
    page = visitor.page
    visitor.new_game("dameo", side="2")
    visitor.load(UNNAMED)
    page.wait_for_selector("#pdn-said button")
    titles = visitor.moves("#pdn-said button")
    assert "International Draughts" in titles and "Russian Draughts" not in titles
    assert page.text_content("#title") == "Dameo" and page.input_value("#pdn") == UNNAMED
    page.click("#pdn-said button >> text=Vanguard Draughts")
    wait_for_title(visitor, "Vanguard Draughts")
    assert visitor.moves() == ["31-26", "17-21", "26x17", "11x22"]
    assert "Vanguard Draughts" in said(visitor)
    assert '[GameType "vanguard"]' in wait_for_written(visitor, "11x22")


def test_captures_are_written_without_captured_cells(visit_either):
    visitor = visit_either()
    visitor.load(AMBIGUOUS)
    visitor.wait_for_moves(2)
    wait_for_written(visitor, "1. 4x31x42x15 32-38 *")


def test_the_games_of_a_file_are_listed(visit_either):
    visitor = visit_either()
    page = visitor.page
    visitor.new_game("normal", side="2")
    visitor.load(THREE)
    page.wait_for_selector("#file[open]")
    items = page.eval_on_selector_all("#file-games li", "all => all.map(item => item.textContent)")
    assert len(items) == 3
    for part in ["1.", "Ann – Ben", "2-0", "Club evening, 2020.01.02", "International Draughts", "4 plies"]:
        assert part in items[0]
    assert "Line " in items[1] and "1-50" in items[1]
    # Using only the keyboard: the first game has the focus.
    for key in ["Tab"] * (page.locator("#file-games button").count() - 1) + ["Enter"]:
        page.keyboard.press(key)
    wait_for_title(visitor, "Dameo")
    assert visitor.moves() == ["b2-b3"] and "Dameo" in said(visitor)
    page.click("#list-pdn")
    page.click("#file-games button >> nth=0")
    wait_for_title(visitor, "International Draughts")
    assert visitor.moves() == ["32-28", "19-23", "28x19", "14x23"]


def test_the_readable_part_of_a_game_is_loaded(visit_either):
    visitor = visit_either()
    visitor.load('[GameType "20"]\n\n1. 33-28 18-22 2. 1-50 *\n')
    visitor.wait_for_moves(2)
    assert visitor.moves() == ["33-28", "18-22"]
    assert "Line 3" in said(visitor) and "1-50" in said(visitor)


def test_a_large_file_can_be_searched(visit):
    visitor = visit()
    page = visitor.page
    games = [f'[White "Player {number}"]\n[Black "Opponent"]\n[GameType "20"]\n\n1. 32-28 *\n' for number in range(1, 301)]
    visitor.load("\n".join(games))
    page.wait_for_selector("#file[open]")
    assert page.locator("#file-games li").count() == 200
    page.fill("#file-find", "player 287")
    page.press("#file-find", "Enter")
    page.click("#file-games button")
    page.wait_for_selector("#about >> text=Player 287")


@pytest.mark.parametrize("encoding", ["cp1251", "cp1252", "utf-16", "utf-16-be"])
def test_files_of_other_encodings_are_read(visit, tmp_path, encoding):
    names = {"cp1251": ("Иванов И.", "Ё. Ёлкин")}.get(encoding, ("René", "Jürg"))
    file = tmp_path / "old.pdn"
    file.write_bytes('[White "{}"]\r\n[Black "{}"]\r\n[GameType "20"]\r\n\r\n1. 32-28 *\r\n'.format(*names).encode(encoding))
    visitor = visit()
    visitor.open_texts()
    visitor.page.set_input_files("#open-pdn", file)
    visitor.page.wait_for_selector(f"#about >> text={' – '.join(names)}")


def test_files_are_decoded_as_by_the_program(visit):
    page = visit().page
    decode = """async hex => {
        const { textOf } = (await import("./page.js")).encoding_js;
        return textOf(new Blob([new Uint8Array((hex.match(/../g) ?? []).map(byte => parseInt(byte, 16)))]));
    }"""
    rows = (ROOT / "tests/data/encodings/files.tsv").read_text(encoding="utf-8").splitlines()
    for name, code, text in [row.split("\t") for row in rows if not row.startswith("#")]:
        assert page.evaluate(decode, code) == json.loads(text), name


def test_an_invalid_text_stays_with_its_error(visit_either):
    visitor = visit_either()
    page = visitor.page
    for text, word in [('[GameType "dameo"]\n\n1. b7-b5 *', "b7-b5"), ('[GameType "77"]\n\n1. b2-b3 *', "77"), ("[", "")]:
        visitor.load(text)
        page.wait_for_selector("#pdn-said.bad", state="visible")
        page.wait_for_function("word => document.querySelector('#pdn-said').textContent.includes(word)", arg=word)
        assert page.is_hidden("#trouble")
        assert page.input_value("#pdn") == text or word == "b7-b5"
    page.fill("#typed", "1-50")
    page.press("#typed", "Enter")
    assert "1-50" in said(visitor, "typed") and page.input_value("#typed") == "1-50"
    # Escape restores the text of the board.
    page.fill("#pdn", "nonsense")
    page.press("#pdn", "Escape")
    wait_for_written(visitor, "GameType")


def test_a_position_of_another_game_offers_that_game(visit_either):
    visitor = visit_either()
    page = visitor.page
    visitor.new_game("dameo", side="2")
    visitor.set_up("W:W31,32,50:B1,2")
    page.wait_for_selector("#fen-said button")
    assert re.search("not a position of Dameo", said(visitor, "fen")) and "set-param" not in said(visitor, "fen")
    assert page.text_content("#title") == "Dameo" and visitor.fen() == "W:W31,32,50:B1,2"
    page.click("#fen-said button >> text=Set up in International Draughts")
    wait_for_title(visitor, "International Draughts")
    assert visitor.fen() == "W:W31,32,50:B1,2" and "32-28" in visitor.legal()
    visitor.set_up("W:W31,31:B1")
    page.wait_for_selector("#fen-said.bad")
    assert visitor.fen() == "W:W31,31:B1" and page.locator("#fen-said button").count() == 0
