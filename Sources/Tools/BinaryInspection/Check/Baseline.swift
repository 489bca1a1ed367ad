import ModuleGraph
import Spelling

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The existing problems of a project, so that a check only fails if there are new ones.
///
/// A baseline is a file in the project. It identifies findings by their subject and not by their
/// line, so it remains valid when code moves.
package struct Baseline: Sendable, Hashable {
  /// A known problem.
  package struct Entry: Sendable, Hashable, Codable {
    package let code: String
    /// The subject of the finding.
    package let subject: String

    package init(_ finding: Finding) {
      code = finding.code
      subject = finding.subject
    }
  }

  /// The known findings, in order.
  ///
  /// A finding can be contained several times.
  package let entries: [Entry]

  /// Creates an empty baseline.
  package init() {
    entries = []
  }

  /// Creates a baseline with these findings.
  package init(_ findings: some Sequence<Finding>) {
    entries = findings.map(Entry.init)
      .sorted { ($0.code, $0.subject) < ($1.code, $1.subject) }
  }

  /// The number of occurrences of each entry.
  var counts: [Entry: Int] { entries.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}

extension Baseline {
  /// The error for a text that is not a baseline.
  package struct Fault: Error, Sendable, CustomStringConvertible {
    package let description: String
  }

  private struct Contents: Codable {
    var version: Int
    var findings: [Entry]
  }

  private static let version = 1

  /// Parses the format of ``json``.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - file: The name of the file, for messages.
  /// - Throws: The reason why the text is not a baseline, with a fix.
  package init(json: Data, file: String) throws(Fault) {
    let contents: Contents
    do {
      contents = try JSONDecoder().decode(Contents.self, from: json)
    } catch {
      throw Fault(
        description: "\(file) is not a baseline: \(Self.reason(of: error)). Write it again with "
          + "'modkit check --write-baseline \(file)'.")
    }
    guard contents.version == Self.version else {
      throw Fault(
        description: "\(file) is a baseline of version \(contents.version), but this modkit reads "
          + "version \(Self.version). Use the release of modkit that wrote it, or write it again "
          + "with 'modkit check --write-baseline \(file)'.")
    }
    entries = contents.findings
  }

  private static func reason(of error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "it has no '\(key.stringValue)'"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' has another type"
    default: "it is not JSON"
    }
  }

  /// The contents of the file.
  ///
  /// Each part of an entry is on a separate line, so that versions can be compared.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Strings and a number can always be encoded.
    guard
      let data = try? encoder.encode(Contents(version: Self.version, findings: entries))
    else { preconditionFailure("a baseline could not be written as JSON") }
    return EscapedText.json(String(decoding: data, as: UTF8.self)) + "\n"
  }
}
