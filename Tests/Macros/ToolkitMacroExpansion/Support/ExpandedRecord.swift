import Declarations
import Testing
import ToolkitMacroTestSupport

/// What a record says that an expansion has in its source.
struct ExpandedRecord: Equatable {
  var kind = ""
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
          \(\ (?<before>(?:0x[0-9a-f]{16},\ )+)
          \{\ @Sendable\ __out,\ __type,\ _,\ _\ in\ (?<accessor>.*?)\ \},
          (?<after>(?:\ 0x[0-9a-f]{16},?)+)\ \)
        /#)
    else { return nil }
    let accessorBytes = [UInt8](repeating: 0, count: 8)
    let bytes = Self.bytes(match.before) + accessorBytes + Self.bytes(match.after)
    let isWhole = unsafe bytes.withUnsafeBytes { bytes in
      var decoder = unsafe RecordDecoder(bytes)
      guard case .record(let record)? = decoder.next() else { return false }
      read(record)
      return decoder.next() == nil
    }
    guard isWhole else { return nil }
    accessor = String(match.accessor)
  }

  /// The bytes of words in source text.
  private static func bytes(_ words: Substring) -> [UInt8] {
    words.matches(of: #/0x([0-9a-f]{16})/#).flatMap { word in
      let value = UInt64(word.1, radix: 16) ?? 0
      return (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
  }

  private mutating func read(_ record: RecordView) {
    kind = record.kind.description
    key = record.key
    fileID = record.fileID
    detail = record.detail
    line = Int(record.line)
    column = Int(record.column)
    priority = Int(record.priority)
    flags = record.flags
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
