from muster_worker.printable import printable


def test_what_a_terminal_would_obey_becomes_visible() -> None:
    assert printable("a\x1b[31m\x9b\u202eb\nc\ud800") == "a\\u001b[31m\\u009b\\u202eb c\\ud800"
    assert printable("Grüße, 世界") == "Grüße, 世界"
    assert len(printable("x" * 100_000)) == 4_000
