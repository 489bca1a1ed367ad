import Spelling

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ModuleGraph {
  /// The format version of the JSON that ``json()`` writes.
  ///
  /// A version contains everything of earlier versions, and may add to it. Readers ignore unknown
  /// members.
  static let jsonFormatVersion = 1

  /// Returns the graph as JSON, in the format that <doc:Reading-the-Graph> describes.
  ///
  /// Equal graphs have equal strings, so that you can compare two graphs line by line. Invisible
  /// characters in names, such as a mark that changes the writing direction, are escaped as
  /// `\u202e`.
  public func json() -> String {
    Self.text([.prettyPrinted, .sortedKeys, .withoutEscapingSlashes], text(by:))
  }

  /// Returns the graph as JSON on one line.
  func compactJSON() -> String { Self.compactJSON(of: self) }

  /// Returns a part of a graph as JSON on one line.
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
    // Numbers without a JSON representation are written as strings.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    do {
      return EscapedText.json(try write(encoder))
    } catch {
      // A graph contains only strings, numbers and lists of them.
      preconditionFailure("a graph could not be written as JSON: \(error)")
    }
  }

  /// Parses a graph that ``json()`` has written.
  ///
  /// - Throws: A ``ModuleGraphError`` with the position of the error.
  public init(json: String) throws(ModuleGraphError) {
    try self.init(json: Data(json.utf8))
  }

  /// Parses a graph that ``json()`` has written, in UTF-8.
  ///
  /// - Throws: A ``ModuleGraphError`` with the position of the error.
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
