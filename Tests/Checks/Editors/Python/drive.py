"""Drives `modkit lsp` over a pipe, on Harbor, and prints what it answers.

Usage: drive.py FOLDER MODKIT PROGRAM…

Each message is checked against the types of lsprotocol. All is done three times, with columns
in UTF-8, UTF-16 and UTF-32: the texts at the ranges must be the same.
"""
import pathlib
import re
import sys
import time

from lsprotocol import types

from connection import PATIENCE, Connection, Mismatch, checked

FOLDER = pathlib.Path(sys.argv[1]).resolve()
COMMAND = [sys.argv[2], "lsp", *sys.argv[3:]]
HARBOR = FOLDER / "Examples" / "Harbor"

# A character of one, two, three and four bytes stands before each name.
TEXT = '''import HarborContracts

func é(_ 名: String) {
  /* aé名😀 */ Khala(str: "kl://Cargo/release?container=😀") // 😀
  /* 😀😀 */ Rhea.trigger(event: "quayDidClear")
  /* é */ Khala(str: "kl://Cargo/")
  /* 名😀 */ _ = try? KhalaStore.planBerth(ship: 名)
}

/* 名😀 */ #bridge(on: .shipDidBerth, run: "UnlodShip")
'''


class Columns:
    """Positions in texts, with columns of an encoding."""

    def __init__(self, encoding):
        self.encoding = encoding

    def length(self, text):
        if self.encoding == "utf-8":
            return len(text.encode())
        return len(text.encode("utf-16-le")) // 2 if self.encoding == "utf-16" else len(text)

    def position(self, text, mark):
        """The position of a bar in a part of a text."""
        index = text.index(mark.replace("|", "")) + mark.index("|")
        before = text[:index].split("\n")
        return types.Position(len(before) - 1, self.length(before[-1]))

    def part(self, text, range):
        """The part of a text that a range has."""
        lines = text.split("\n")
        start, end = (
            sum(len(line) + 1 for line in lines[:place.line])
            + self._index(lines[place.line], place.character)
            for place in (range.start, range.end))
        return text[start:end]

    def _index(self, line, column):
        for index in range(len(line) + 1):
            if self.length(line[:index]) == column:
                return index
        raise Mismatch(f"column {column} is none of {line!r} in {self.encoding}")


class Session:
    """A server with an open document, and what it has answered, as lines."""

    def __init__(self, encoding):
        self.columns = Columns(encoding)
        self.lines = []
        self.server = Connection(COMMAND, FOLDER)
        early = self.server.answer(self.server.send_request(
            types.WORKSPACE_SYMBOL, types.WorkspaceSymbolParams(query="")))
        self.check(early["error"]["code"] == -32002, "a request before 'initialize' is an error")
        result = self.server.request(types.INITIALIZE, types.InitializeParams(
            capabilities=types.ClientCapabilities(
                general=types.GeneralClientCapabilities(position_encodings=[encoding]),
                text_document=types.TextDocumentClientCapabilities(
                    completion=types.CompletionClientCapabilities(
                        completion_item=types.ClientCompletionItemOptions(snippet_support=True)))),
            root_uri=FOLDER.as_uri(),
            workspace_folders=[types.WorkspaceFolder(uri=FOLDER.as_uri(), name="harbor")]))
        self.check(result.capabilities.position_encoding == encoding, "the encoding is taken over")
        self.server.notify(types.INITIALIZED, types.InitializedParams())
        # A file that is not there: its text is in the editor only.
        self.uri = (HARBOR / "Cargo" / "Typed.swift").as_uri()
        self.text = TEXT
        self.server.notify(types.TEXT_DOCUMENT_DID_OPEN, types.DidOpenTextDocumentParams(
            types.TextDocumentItem(uri=self.uri, language_id="swift", version=1, text=TEXT)))

    @staticmethod
    def check(holds, sentence):
        if not holds:
            raise Mismatch(f"it does not hold that {sentence}")

    def report(self, title, lines):
        self.lines += ["", f"# {title}", *(lines or ["nothing"])]

    def at(self, mark):
        """The arguments of a request at the bar in a part of the text."""
        return {
            "text_document": types.TextDocumentIdentifier(self.uri),
            "position": self.columns.position(self.text, mark),
        }

    def quote(self, uri, range):
        """A place with its text."""
        path = pathlib.Path(uri.removeprefix("file://"))
        text = self.text if uri == self.uri else path.read_text()
        quoted = self.columns.part(text, range).split("\n")[0]
        return f"{path.relative_to(FOLDER)}:{range.start.line + 1}: {quoted}"

    def places(self, locations):
        if isinstance(locations, types.Location):
            locations = [locations]
        return [self.quote(place.uri, place.range) for place in locations or []]

    # The questions

    def await_uses(self, mark, path):
        """Waits until the index is read: for the first answer, unless that takes too long."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self.server.request(types.TEXT_DOCUMENT_REFERENCES, types.ReferenceParams(
                context=types.ReferenceContext(include_declaration=False), **self.at(mark)))
            if any(place.uri.endswith(path) for place in found or []):
                return
            time.sleep(0.05)
        raise Mismatch(f"the uses in {path} are not known")

    def definition(self, mark):
        found = self.server.request(
            types.TEXT_DOCUMENT_DEFINITION, types.DefinitionParams(**self.at(mark)))
        self.report(f"definition at {mark}", self.places(found))

    def references(self, mark):
        found = self.server.request(types.TEXT_DOCUMENT_REFERENCES, types.ReferenceParams(
            context=types.ReferenceContext(include_declaration=True), **self.at(mark)))
        self.report(f"references at {mark}", self.places(found))

    def hover(self, mark):
        found = self.server.request(types.TEXT_DOCUMENT_HOVER, types.HoverParams(**self.at(mark)))
        lines = [f"over {self.quote(self.uri, found.range)}"] if found and found.range else []
        self.report(f"hover at {mark}", found and lines + found.contents.value.split("\n"))

    def completion(self, mark):
        found = self.server.request(
            types.TEXT_DOCUMENT_COMPLETION, types.CompletionParams(**self.at(mark)))
        items = found.items if isinstance(found, types.CompletionList) else found or []
        self.report(f"completion at {mark}", [
            f"{item.label}: {self.quote(self.uri, item.text_edit.range)} -> {item.text_edit.new_text}"
            for item in items])

    def problems(self, mark):
        def concerns(params):
            return params.uri == self.uri and any(
                mark in self.columns.part(self.text, one.range) for one in params.diagnostics)
        found = self.server.wait(types.PublishDiagnosticsNotification, concerns)
        self.report("diagnostics", sorted(
            f"{self.quote(self.uri, one.range)} [{one.code}] {one.message}"
            for one in found.diagnostics))
        return [one for one in found.diagnostics if mark in self.columns.part(self.text, one.range)]

    def fixes(self, problem):
        found = self.server.request(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionParams(
            text_document=types.TextDocumentIdentifier(self.uri), range=problem.range,
            context=types.CodeActionContext(diagnostics=[problem])))
        self.report("fixes", [
            f"{fix.title}: {self.edits(fix.edit)[0]}" for fix in found or [] if fix.edit])

    def edits(self, edit):
        changes = dict(edit.changes or {})
        for change in edit.document_changes or []:
            changes.setdefault(change.text_document.uri, []).extend(change.edits)
        return [
            f"{self.quote(uri, one.range)} -> {one.new_text}"
            for uri, edits in sorted(changes.items()) for one in edits]

    def prepare_rename(self, mark):
        found = self.server.request(
            types.TEXT_DOCUMENT_PREPARE_RENAME, types.PrepareRenameParams(**self.at(mark)))
        self.report(f"what is renamed at {mark}", found and [
            self.quote(self.uri, getattr(found, "range", found))])

    def lenses(self):
        found = self.server.request(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensParams(
            types.TextDocumentIdentifier(self.uri)))
        self.report("lenses", [
            f"{self.quote(self.uri, lens.range)} | {lens.command.title}" for lens in found or []])

    def outline(self):
        found = self.server.request(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolParams(
            types.TextDocumentIdentifier(self.uri)))
        self.report("outline", [one.name for one in found or []])

    def rename(self, mark, name):
        found = self.server.request(
            types.TEXT_DOCUMENT_RENAME, types.RenameParams(new_name=name, **self.at(mark)))
        self.report(f"rename at {mark}", found and sorted(self.edits(found)))

    def symbols(self, query):
        found = self.server.request(
            types.WORKSPACE_SYMBOL, types.WorkspaceSymbolParams(query=query))
        self.report(f"symbols like {query}", [
            f"{one.name} {self.quote(one.location.uri, one.location.range)}" for one in found or []])

    def edit(self, old, new):
        """Replaces a part of the text, as an editor does while one types."""
        start = self.columns.position(self.text, "|" + old)
        end = self.columns.position(self.text, old + "|")
        self.text = self.text.replace(old, new, 1)
        self.server.notify(types.TEXT_DOCUMENT_DID_CHANGE, types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(version=2, uri=self.uri),
            content_changes=[types.TextDocumentContentChangePartial(
                range=types.Range(start, end), text=new)]))

    def protocol(self):
        """What the protocol demands of messages that make no sense."""
        self.server.send({"jsonrpc": "2.0", "method": "$/unknown", "params": {}})
        self.server.send({"jsonrpc": "2.0", "id": "text", "method": "unknown/method"})
        message = self.server.answer("text")
        checked(message, types.ResponseErrorMessage)
        self.check(message["error"]["code"] == -32601, "a method that is not known is an error")
        id = self.server.send_request(types.TEXT_DOCUMENT_HOVER, types.HoverParams(
            **self.at('"quayDid|Clear"')))
        self.server.notify(types.CANCEL_REQUEST, types.CancelParams(id=id))
        message = self.server.answer(id)
        self.check(
            message.get("error", {}).get("code", -32800) == -32800,
            "a request that is cancelled is answered, or ends with its own error")

    def end(self):
        self.server.notify(types.TEXT_DOCUMENT_DID_CLOSE, types.DidCloseTextDocumentParams(
            types.TextDocumentIdentifier(self.uri)))
        self.check(self.server.end() == 0, "the server ends with 0")


def run(encoding):
    """All questions with columns of an encoding; the answers as lines."""
    session = Session(encoding)
    try:
        ask(session)
    except Mismatch:
        print(*session.lines, sep="\n", file=sys.stderr)
        raise
    finally:
        session.server.process.kill()
    return session.lines


def ask(session):
    """All questions, in their order."""
    session.await_uses('"kl://Cargo/re|lease?container', "Customs/Customs.swift")
    session.definition('"kl://Cargo/re|lease?container')
    session.references('"quayDid|Clear"')
    session.hover('"kl://Cargo/re|lease?container')
    session.definition("KhalaStore.plan|Berth")
    session.references("KhalaStore.plan|Berth")
    session.hover("KhalaStore.plan|Berth")
    session.completion("KhalaStore.plan|Berth")
    session.completion('"kl://Cargo/|")')
    problem = session.problems("UnlodShip")[0]
    session.fixes(problem)
    session.edit("UnlodShip", "名😀")
    session.edit("名😀\")", "UnloadShip\")")
    session.definition('"Unload|Ship"')
    session.prepare_rename('"quayDid|Clear"')
    session.rename('"quayDid|Clear"', "quayDidEmpty")
    session.rename('"Unload|Ship"', "EmptyShip")
    session.lenses()
    session.outline()
    session.symbols("UnloadShip")
    session.protocol()
    session.end()


def main():
    results = {encoding: run(encoding) for encoding in ("utf-8", "utf-16", "utf-32")}
    first = results["utf-8"]
    for encoding, lines in results.items():
        if lines != first:
            differing = [pair for pair in zip(first, lines) if pair[0] != pair[1]][:3]
            sys.exit(f"error: in {encoding} the answers are others than in utf-8: {differing}")
    for line in first:
        # Fire times are of the day.
        print(re.sub(r"\d{4}-\d{2}-\d{2}", "DATE", line.replace(f"{FOLDER}/", "")))


try:
    main()
except Mismatch as mismatch:
    sys.exit(f"error: {mismatch}")
