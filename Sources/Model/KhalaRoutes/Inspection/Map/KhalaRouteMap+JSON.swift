#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension KhalaRouteMap: Codable {
  /// The JSON version that this release reads and writes.
  public static let formatVersion = 1

  private enum CodingKeys: String, CodingKey {
    case formatVersion
    case version
    case routes
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let format = try container.decode(Int.self, forKey: .formatVersion)
    guard format == Self.formatVersion else {
      throw DecodingError.dataCorruptedError(
        forKey: .formatVersion, in: container,
        debugDescription: """
          it has version \(format), but this release reads version \(Self.formatVersion): write it \
          again with the release of ModularityKit that reads it
          """)
    }
    version = try container.decode(Int.self, forKey: .version)
    routes = try container.decode([Route].self, forKey: .routes)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.formatVersion, forKey: .formatVersion)
    try container.encode(version, forKey: .version)
    try container.encode(routes, forKey: .routes)
  }

  /// Returns the map as JSON, in the format of `Documentation/RouteMap.md`.
  ///
  /// Keys are sorted and every value is on separate lines, so that the JSON of two maps differs
  /// only where the maps do.
  public func json() -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    } catch {
      preconditionFailure("strings, integers and Booleans can be written as JSON: \(error)")
    }
  }

  /// Decodes a map that ``json()`` wrote.
  ///
  /// - Throws: An error if the JSON is invalid.
  package init(decoding json: String) throws {
    self = try JSONDecoder().decode(KhalaRouteMap.self, from: Data(json.utf8))
  }
}

extension DecodingError {
  /// Returns a line with the problem and its position.
  package static func reason(of error: any Error) -> String {
    let context: Context
    switch error {
    case DecodingError.dataCorrupted(let found): context = found
    case DecodingError.keyNotFound(_, let found): context = found
    case DecodingError.typeMismatch(_, let found): context = found
    case DecodingError.valueNotFound(_, let found): context = found
    default: return "\(error)"
    }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    return context.debugDescription
      + (path.isEmpty ? "" : " (at \(path.joined(separator: ".")))")
  }
}
