import Declarations
import Testing
import ToolkitMacroTestSupport

/// What a record says that an expansion has in its source.
struct ExpandedRecord: Equatable {
  var key = ""
  var fileID = ""
  var detail = ""
  var line = 0
  var column = 0
  var priority = 0
  var flags: RecordFlags = []
  /// The accessor's statements, on one line and without what says where they were written.
  var accessor = ""

  /// Reads the first record in an expansion; nothing if there is none.
  init?(in expansion: MacroExpansion) {
    let source = expansion.expandedSource.withoutPlaces.onOneLine
    guard
      let match = source.firstMatch(
        of:
          #/
          0x[0-9a-f]{8},\ 0x00544b4d,\ 1,\ (?<flags>\d+),\ (?<priority>-?\d+),
          \ \{\ @Sendable\ out,\ type,\ _,\ _\ in\ (?<accessor>.*?)\ \},
          \ 0x[0-9a-f]{16},\ (?<line>\d+),\ (?<column>\d+)
          ,\ (?<key>\d+),\ (?<file>\d+),\ (?<detail>\d+)(?<words>(?:,\ 0x[0-9a-f]{16})*)\ \)
        /#),
      let flags = UInt16(match.flags), let priority = Int(match.priority),
      let line = Int(match.line), let column = Int(match.column),
      let keyLength = Int(match.key), let fileLength = Int(match.file),
      let detailLength = Int(match.detail)
    else { return nil }
    let bytes = match.words.matches(of: #/0x([0-9a-f]{16})/#).flatMap { word in
      let value = UInt64(word.1, radix: 16) ?? 0
      return (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var rest = bytes[...]
    func text(_ length: Int) -> String {
      // Every text ends with its word.
      defer { rest = rest.dropFirst((length + 7) / 8 * 8) }
      return String(decoding: rest.prefix(length), as: UTF8.self)
    }
    key = text(keyLength)
    fileID = text(fileLength)
    detail = text(detailLength)
    self.line = line
    self.column = column
    self.priority = priority
    self.flags = RecordFlags(rawValue: flags)
    accessor = String(match.accessor)
  }
}

extension MacroExpansion {
  /// Returns the first record, and expects the expansion to have no diagnostics.
  func record(sourceLocation: SourceLocation = #_sourceLocation) throws -> ExpandedRecord {
    #expect(diagnostics.isEmpty, "\(self)", sourceLocation: sourceLocation)
    #expect(syntaxErrors.isEmpty, "\(self)", sourceLocation: sourceLocation)
    return try #require(ExpandedRecord(in: self), "\(self)", sourceLocation: sourceLocation)
  }
}

extension String {
  /// The text without what says where its closures were written.
  var withoutPlaces: String { replacing(/#sourceLocation\([^)]*\)/, with: "") }
}
