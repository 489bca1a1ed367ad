import Spelling

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ModuleGraph {
  /// The version of the JSON that ``json()`` writes.
  ///
  /// A version has what those before it had, and may add to it; what is not known
  /// is left aside by those who read.
  static let jsonFormatVersion = 1

  /// The graph as JSON, as <doc:Reading-the-Graph> describes it.
  ///
  /// The same graph is the same text, so that two can be compared line by line. What
  /// cannot be seen in a name, such as a mark that turns the direction of writing
  /// around, is spelled out as `\u202e`.
  public func json() -> String {
    Self.text([.prettyPrinted, .sortedKeys, .withoutEscapingSlashes], text(by:))
  }

  /// The graph as JSON on one line.
  func compactJSON() -> String { Self.compactJSON(of: self) }

  /// A part of a graph as JSON on one line.
  static func compactJSON(of part: some Encodable) -> String {
    text([.sortedKeys, .withoutEscapingSlashes]) { encoder in
      String(decoding: try encoder.encode(part), as: UTF8.self)
    }
  }

  private static func text(
    _ formatting: JSONEncoder.OutputFormatting, _ write: (JSONEncoder) throws -> String
  ) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    // What JSON has no number for is written as text.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    do {
      return EscapedText.json(try write(encoder))
    } catch {
      // A graph has only texts, numbers and lists of them.
      preconditionFailure("a graph could not be written as JSON: \(error)")
    }
  }

  /// Reads a graph that ``json()`` has written.
  ///
  /// - Throws: A ``ModuleGraphError`` that says where the text is wrong.
  public init(json: String) throws(ModuleGraphError) {
    try self.init(json: Data(json.utf8))
  }

  /// Reads a graph that ``json()`` has written, in UTF-8.
  ///
  /// - Throws: A ``ModuleGraphError`` that says where the text is wrong.
  public init(json: Data) throws(ModuleGraphError) {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    do {
      self = try decoder.decode(ModuleGraph.self, from: json)
    } catch let error as ModuleGraphError {
      throw error
    } catch {
      throw .unreadable(error)
    }
  }
}
