package import Declarations

/// A list of the declarations in files.
package struct RecordListing: Sendable {
  /// The listed records, by module, kind, key and source location.
  package private(set) var entries: [Entry]

  /// Creates a list of records.
  package init(_ records: some Sequence<DeclaredRecord>) {
    entries = records.map(Entry.init).sorted()
  }

  /// The modules with declarations, by name.
  package var modules: [String] { Set(entries.map(\.module)).sorted() }

  /// The kinds of the declarations, by name.
  package var kinds: [String] { Set(entries.map(\.kind)).sorted() }

  /// Keeps only the declarations of these modules.
  package mutating func keep(modules: Set<String>) {
    entries.removeAll { !modules.contains($0.module) }
  }

  /// Keeps only the declarations of this kind: `task`, or a kind of records such as `tsch`.
  package mutating func keep(kind: String) {
    entries.removeAll { $0.kind != kind && $0.recordKind != kind }
  }
}

extension RecordListing {
  /// A declaration in the list.
  package struct Entry: Sendable, Hashable, Encodable {
    package let module: String
    /// The kind of the declaration, in a word: `task`.
    package let kind: String
    /// The kind of its record: `tsch`.
    package let recordKind: String
    package let key: String
    package let file: String
    package let line: Int
    package let column: Int
    package let priority: Int
    /// The flags of the record, in words: `async`.
    package let flags: [String]
    /// The identifier of the declaration, in hexadecimal.
    package let id: String
    /// The file, and the member in it.
    package let image: String
    /// The size of the record in bytes.
    package let bytes: Int
    /// The data that depends on the kind, or `nil` if there is none.
    let detail: Detail?

    init(_ record: DeclaredRecord) {
      module = record.module
      recordKind = "\(record.kind)"
      kind = record.kind.noun
      key = record.key
      file = record.fileID
      line = record.line
      column = record.column
      priority = record.priority
      flags = record.flags.words(of: record.kind)
      id = String(record.id, radix: 16)
      image = record.image
      bytes = record.byteCount
      detail = record.detail.isEmpty ? nil : Detail(json: record.detail)
    }

    /// The source location of the declaration: `Feed/Tasks.swift:12`.
    package var place: String { "\(file):\(line)" }
  }
}

extension RecordListing.Entry {
  /// A detail, which is only parsed when it is shown.
  struct Detail: Sendable, Hashable, Encodable {
    let json: String

    func encode(to encoder: any Encoder) throws {
      // Invalid JSON is shown without changes. A check reports it.
      try (DetailValue(json: json) ?? .string(json)).encode(to: encoder)
    }
  }
}

extension RecordListing.Entry: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    if left.module != right.module { return left.module < right.module }
    if left.kind != right.kind { return left.kind < right.kind }
    if left.key != right.key { return left.key < right.key }
    return (left.file, left.line, left.column, left.id, left.image)
      < (right.file, right.line, right.column, right.id, right.image)
  }
}

extension RecordFlags {
  /// Returns the names of the flags.
  ///
  /// For flags that a kind defines, returns their bits.
  fileprivate func words(of kind: RecordKind) -> [String] {
    if isEmpty { return [] }
    var known: [(RecordFlags, String)] = [
      (.repeatable, "repeatable"), (.asynchronous, "async"), (.mainActor, "mainActor"),
      (.unique, "unique"), (.unresolvedKey, "unresolvedKey"),
      (.unresolvedPriority, "unresolvedPriority"),
    ]
    if kind == .scheduledTask { known.append((.durableTask, "durable")) }
    let others = known.reduce(self) { $0.subtracting($1.0) }
    return known.filter { contains($0.0) }.map(\.1)
      + (0..<16).filter { others.rawValue & (1 << $0) != 0 }.map { "bit\($0)" }
  }
}
