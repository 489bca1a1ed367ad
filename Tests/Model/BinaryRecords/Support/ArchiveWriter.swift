/// Makes static libraries.
enum ArchiveWriter {
  static let magic = Array("!<arch>\n".utf8)

  /// A member with its header.
  static func member(_ name: String, _ contents: [UInt8]) -> [UInt8] {
    let columns: [(String, Int)] = [
      (name, 16), ("0", 12), ("0", 6), ("0", 6), ("644", 8), ("\(contents.count)", 10),
    ]
    let header = columns.map { text, width in
      text + String(repeating: " ", count: width - text.utf8.count)
    }.joined()
    return Array(header.utf8) + [0x60, 0x0A] + contents
      + (contents.count % 2 == 1 ? [0x0A] : [])
  }

  /// As `ar` of GNU makes them: a table of symbols, and one of the long names.
  static func gnu(_ members: [(name: String, contents: [UInt8])]) -> [UInt8] {
    var names = ""
    var bodies: [UInt8] = []
    for (name, contents) in members {
      if name.utf8.count < 16 {
        bodies += member("\(name)/", contents)
      } else {
        bodies += member("/\(names.utf8.count)", contents)
        names += "\(name)/\n"
      }
    }
    return magic + member("/", [0, 0, 0, 0]) + member("/SYM64/", [0])
      + (names.isEmpty ? [] : member("//", Array(names.utf8))) + bodies
  }

  /// As `ar` of BSD makes them: names stand before the contents.
  static func bsd(_ members: [(name: String, contents: [UInt8])]) -> [UInt8] {
    func named(_ name: String, _ contents: [UInt8]) -> [UInt8] {
      let padding = Array(repeating: UInt8(0), count: (4 - name.utf8.count % 4) % 4)
      let text = Array(name.utf8) + padding
      return member("#1/\(text.count)", text + contents)
    }
    return magic + named("__.SYMDEF SORTED", [1, 2, 3])
      + members.flatMap { named($0.name, $0.contents) }
  }
}
