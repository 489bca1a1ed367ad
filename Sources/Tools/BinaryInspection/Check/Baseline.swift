import ModuleGraph
import Spelling

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The problems that a project has already, so that a check can fail on new ones
/// only.
///
/// A baseline is a file in the project. It names findings by what they are about
/// and not by their lines, so that it stays true when code moves.
package struct Baseline: Sendable, Hashable {
  /// A problem that is known.
  package struct Entry: Sendable, Hashable, Codable {
    package let code: String
    /// The subject of the finding.
    package let subject: String

    package init(_ finding: Finding) {
      code = finding.code
      subject = finding.subject
    }
  }

  /// The known findings, in order; one that is there twice is known twice.
  package let entries: [Entry]

  /// Knows of nothing.
  package init() {
    entries = []
  }

  /// Knows of these findings.
  package init(_ findings: some Sequence<Finding>) {
    entries = findings.map(Entry.init)
      .sorted { ($0.code, $0.subject) < ($1.code, $1.subject) }
  }

  /// The number of times that each entry is there.
  var counts: [Entry: Int] { entries.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}

extension Baseline {
  /// A text that is no baseline.
  package struct Fault: Error, Sendable, CustomStringConvertible {
    package let description: String
  }

  private struct Contents: Codable {
    var version: Int
    var findings: [Entry]
  }

  private static let version = 1

  /// Reads what ``json`` has written.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - file: Where it comes from, for messages.
  /// - Throws: Why the text is no baseline, and what to do.
  package init(json: Data, file: String) throws(Fault) {
    let contents: Contents
    do {
      contents = try JSONDecoder().decode(Contents.self, from: json)
    } catch {
      throw Fault(
        description: "\(file) is no baseline: \(Self.reason(of: error)). Write it again with "
          + "'modkit check --write-baseline \(file)'.")
    }
    guard contents.version == Self.version else {
      throw Fault(
        description: "\(file) is a baseline of version \(contents.version), and this modkit reads "
          + "version \(Self.version). Use the release of modkit that wrote it, or write it again "
          + "with 'modkit check --write-baseline \(file)'.")
    }
    entries = contents.findings
  }

  private static func reason(of error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "it has no '\(key.stringValue)'"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' is something else"
    default: "it is no JSON"
    }
  }

  /// The baseline as a file, with a line for each part of an entry, so that two can
  /// be compared.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Texts and one number are JSON in any case.
    guard
      let data = try? encoder.encode(Contents(version: Self.version, findings: entries))
    else { preconditionFailure("a baseline could not be written as JSON") }
    return EscapedText.json(String(decoding: data, as: UTF8.self)) + "\n"
  }
}
