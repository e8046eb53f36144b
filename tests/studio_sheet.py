#!/usr/bin/env python3
"""How long the studio takes from a changed cell of a workbook to the new face.

usage: python3 tests/studio_sheet.py [--program cardwright] [--cards 500] [--edits 12]

Writes the game of `cardwright new` with that many cards in a workbook, and opens it in `cardwright studio`. Each edit changes one name, and writes the
workbook as spreadsheets do: beside its place, then renamed. The clock stops when the event has come, the list of cards names the new face, and
the face has been sent. Needs nothing but Python.
"""

import argparse
import http.client
import json
import os
import re
import statistics
import subprocess
import tempfile
import time
import zipfile
from pathlib import Path
from urllib.parse import quote

PARTS = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
    '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/_rels/workbook.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/workbook.xml": '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Cards" sheetId="1" r:id="r1"/></sheets></workbook>',
}


def cell(value):
    if isinstance(value, int):
        return f"<c><v>{value}</v></c>"
    return f'<c t="inlineStr"><is><t>{value}</t></is></c>'


def write(path, rows):
    """Writes a workbook beside its place and renames it."""
    sheet = "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)
    beside = path.with_suffix(".tmp")
    with zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in PARTS.items():
            archive.writestr(name, text)
        space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
        archive.writestr("xl/worksheets/sheet1.xml", f"<worksheet {space}><sheetData>{sheet}</sheetData></worksheet>")
    os.replace(beside, path)


def rows(count, edit):
    yield ["id", "name", "suit", "taste", "flavour"]
    for number in range(count):
        name = f"Edited {edit}" if number == count // 2 else f"Card {number}"
        yield [f"c{number}", name, ["root", "herb", "mushroom"][number % 3], number % 10, "It grows where nobody looks."]


def get(address, path):
    connection = http.client.HTTPConnection(address)
    connection.request("GET", path)
    return connection.getresponse().read()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default="cardwright")
    parser.add_argument("--cards", type=int, default=500)
    parser.add_argument("--edits", type=int, default=12)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / "g"
        subprocess.run([given.program, "new", game], check=True, stdout=subprocess.DEVNULL)
        workbook = game / "cards" / "more.xlsx"
        write(workbook, rows(given.cards, 0))
        command = [given.program, "studio", game, "--port", "0"]
        studio = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            address = next(found[1] for line in studio.stdout if (found := re.search(r"http://([\d.:]+)", line)))
            while not (games := json.loads(get(address, "/api/studio"))["games"]) or not games[0]["playable"]:
                time.sleep(0.05)
            cards = f"/api/studio/{games[0]['id']}/cards"
            time.sleep(3)  # what is found after the faces is known by then
            connection = http.client.HTTPConnection(address)
            connection.request("GET", "/api/studio/events")
            events = connection.getresponse()
            events.readline()
            took = []
            for edit in range(1, given.edits + 1):
                write(workbook, rows(given.cards, edit))
                begin = time.perf_counter()
                while True:
                    line = events.readline().decode()
                    if line.startswith("data:") and json.loads(line[5:]).get("changed"):
                        break
                card = next(card for card in json.loads(get(address, cards))["cards"] if card["title"] == f"Edited {edit}")
                face = get(address, quote(card["face"], safe="/?=&"))
                took.append((time.perf_counter() - begin) * 1000)
                assert face.startswith(b"<"), face[:200]
                time.sleep(1.5)
            print(f"{given.cards} cards, {given.edits} edits: median {statistics.median(took):.0f} ms, {min(took):.0f} to {max(took):.0f} ms")
        finally:
            studio.terminate()
            studio.wait()


if __name__ == "__main__":
    main()
