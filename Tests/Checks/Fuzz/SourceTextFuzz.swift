// Compiled by `Tests/Checks/Fuzz/run` in one module with the syntax of SourceInspection.

/// Reads arbitrary bytes as a Swift source, and edits it.
///
/// The bytes behind the first 0 are edits, four for each: what they find lies in the text, and is
/// the same as if the edited text were read anew.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSourceText(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let source = bytes.prefix { $0 != 0 }
  var edits = bytes.dropFirst(source.count + 1)
  var file = SourceFile(text: String(decoding: source, as: UTF8.self))
  check(file)
  // Each edit parses the text twice.
  for _ in 0..<4 where edits.count >= 4 {
    apply(Array(edits.prefix(4)), to: &file)
    edits = edits.dropFirst(4)
    check(file)
    let whole = SourceFile(text: file.text)
    precondition(file.outline == whole.outline, "the edited file has another outline")
  }
  return 0
}

/// Texts that change what surrounds them.
private let pieces = [
  "", "x", "\"", "\"\"\"", "{", "}", "(", ")", "[", "]", "\n", "\r\n", "\r", "é", "🚢", "/*", "*/",
  "//", ".", "@", "#if X\n", "#endif\n", "\\(", "Khala(str: \"kl://a\")", "\nfunc f() {\n", ", ",
  "static let a = RheaEvent(\"a\")\n", "#", "\\", "<", "?", ":", ";", "`", "/", "!", "\t",
]

/// Applies an edit: two bytes for where it begins, one for its length and one for its text.
private func apply(_ edit: [UInt8], to file: inout SourceFile) {
  let length = file.text.utf8.count
  let start = (Int(edit[0]) << 8 | Int(edit[1])) % (length + 1)
  let end = min(length, start + Int(edit[2]) % 32)
  let range = TextRange(
    file.lines.position(atOffset: start), file.lines.position(atOffset: end))
  file.replace(range, with: pieces[Int(edit[3]) % pieces.count])
}

private func check(_ file: SourceFile) {
  for declaration in file.outline.declarations {
    check(declaration.range, in: file)
    check(declaration.nameRange, in: file)
  }
  for constant in file.outline.constants {
    check(constant.memberRange, in: file)
    if let range = constant.nameRange { check(range, in: file) }
  }
  for name in file.outline.names { check(name.range, in: file) }
}

/// Checks that a range is in order, and both of its ends are positions of the text.
private func check(_ range: TextRange, in file: SourceFile) {
  precondition(range.start <= range.end, "the range ends before it begins")
  for position in [range.start, range.end] {
    precondition(0..<file.lines.lineCount ~= position.line, "the line is outside of the text")
    let offset = file.lines.offset(of: position)
    precondition(file.lines.position(atOffset: offset) == position, "the column is outside")
  }
}
