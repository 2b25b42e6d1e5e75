"""Tests of the static site only."""

import gzip
import subprocess

import board_page


def test_a_site_without_its_engine_says_so(chromium, tmp_path):
    subprocess.run([board_page.PROGRAM, "serve", "--site", tmp_path], check=True)
    with board_page.hosted(tmp_path) as url:
        page = chromium.new_page()
        page.goto(url)
        page.wait_for_selector("#trouble", state="visible")
        page.close()


def test_the_engine_is_small(site):
    """Compressed, as a web host sends it."""
    assert len(gzip.compress((board_page.SITE / "engine.wasm").read_bytes())) < 1_500_000


def test_a_search_goes_on_until_it_is_stopped(visit):
    move, is_halted, milliseconds = visit().page.evaluate(
        """async () => {
            const { hub_js: { Hub }, transport_js: { Transport } } = await import("./page.js");
            const transport = new Transport();
            const hub = new Hub(transport);
            await transport.opened;
            let search;
            await new Promise(started => { search = hub.search("analyze", ["infinite"], started); });
            const since = performance.now();
            await hub.halt();
            const { move, halted } = await search;
            return [move, halted, performance.now() - since];
        }"""
    )
    assert move and is_halted
    # The worker checks every 50 ms; the rest is for busy machines.
    assert milliseconds < 2000
