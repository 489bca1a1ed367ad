#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The string of a JSON object, in the format of a `JSONEncoder` with sorted keys and line breaks.
///
/// An encoder builds a tree of all values before it writes the first one. For a large graph, the
/// tree is many times as large as the string, so lists are encoded in parts.
struct JSONDocument {
  private let encoder: JSONEncoder
  // `Data` appends data as a whole, while an array appends it byte by byte.
  private var text = Data()

  private init(encoder: JSONEncoder) {
    self.encoder = encoder
  }

  /// Returns the string of an object with these members.
  ///
  /// - Throws: The encoder's error, if a value has no representation in JSON.
  static func text(
    of members: [(key: some CodingKey, value: any Encodable)], encoder: JSONEncoder
  ) throws -> String {
    var document = JSONDocument(encoder: encoder)
    let members = members.sorted { $0.key.stringValue < $1.key.stringValue }
    for (key, value) in members {
      document.text += "\(document.text.isEmpty ? "{" : ",")\n  \"\(key.stringValue)\" : ".utf8
      try document.append(value)
    }
    document.text += "\n}".utf8
    return String(decoding: document.text, as: UTF8.self)
  }

  /// Appends the value of a member.
  ///
  /// The encoder gets it in an array, so that its lines have the same indentation as in the object.
  private mutating func append(_ value: any Encodable) throws {
    guard let list = value as? any JSONList, !list.isEmpty else {
      text.append(
        try array(of: value).dropFirst("[\n  ".utf8.count).dropLast("\n]".utf8.count))
      return
    }
    text += "[".utf8
    for start in stride(from: 0, to: list.count, by: Self.partCount) {
      if start > 0 { text += ",".utf8 }
      let part = list.part(start..<min(start + Self.partCount, list.count))
      text.append(
        try array(of: part).dropFirst("[\n  [".utf8.count).dropLast("\n  ]\n]".utf8.count))
    }
    text += "\n  ]".utf8
  }

  /// Returns an array with one element as JSON.
  private func array(of element: some Encodable) throws -> Data { try encoder.encode([element]) }

  /// The number of elements that are encoded at a time.
  private static let partCount = 256
}

/// A list that can be encoded in parts.
private protocol JSONList {
  var isEmpty: Bool { get }
  var count: Int { get }
  func part(_ range: Range<Int>) -> any Encodable
}

extension Array: JSONList where Element: Encodable {
  func part(_ range: Range<Int>) -> any Encodable { Array(self[range]) }
}
