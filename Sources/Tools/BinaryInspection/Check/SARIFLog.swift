import ModuleGraph

/// A check in the format SARIF 2.1.0, which code-review tools can read.
package struct SARIFLog: Sendable, Encodable {
  private let version = "2.1.0"
  private let runs: [Run]

  /// Creates a log of a check.
  ///
  /// Findings in the baseline are included as unchanged and suppressed.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - toolVersion: The version of the program that ran the check.
  ///   - folders: The folders of the sources, so that tools can show the lines.
  package init(_ report: CheckReport, toolVersion: String, folders: SourceFolders) {
    let findings =
      report.findings.map { ($0, isKnown: false) } + report.known.map { ($0, isKnown: true) }
    let codes = Set(findings.map(\.0.code)).sorted()
    var counts: [String: Int] = [:]
    runs = [
      Run(
        tool: Tool(
          driver: Driver(
            name: "modkit", version: toolVersion,
            rules: codes.map { Rule(id: $0) })),
        results: findings.map { finding, isKnown in
          let number = codes.firstIndex(of: finding.code) ?? 0
          let identity = "\(finding.code): \(finding.subject)"
          counts[identity, default: 0] += 1
          // Tools treat two results with the same fingerprint as the same result.
          let copy = counts[identity, default: 1]
          return ReportedProblem(
            finding, isKnown: isKnown, ruleNumber: number,
            fingerprint: copy == 1 ? identity : "\(identity) #\(copy)", folders)
        })
    ]
  }

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("https://json.schemastore.org/sarif-2.1.0.json", forKey: .schema)
    try container.encode(version, forKey: .version)
    try container.encode(runs, forKey: .runs)
  }

  // MARK: - The parts, by the names that the format gives them

  private struct Run: Encodable {
    let tool: Tool
    let results: [ReportedProblem]
    var columnKind = "utf16CodeUnits"
  }

  private struct Tool: Encodable {
    let driver: Driver
  }

  private struct Driver: Encodable {
    let name: String
    let version: String
    let rules: [Rule]
  }

  private struct Rule: Encodable {
    let id: String
    /// The code in words: `missing wire end`.
    let shortDescription: Text

    init(id: String) {
      self.id = id
      shortDescription = Text(
        text: id.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : "\($1)" })
    }
  }

  private struct Text: Encodable {
    let text: String
  }

  /// A result, as the format calls it.
  private struct ReportedProblem: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: Text
    let locations: [Location]
    let relatedLocations: [Location]
    /// The fingerprints with which tools recognize a finding when its line has moved.
    let partialFingerprints: [String: String]
    let baselineState: String
    let suppressions: [Suppression]

    init(
      _ finding: Finding, isKnown: Bool, ruleNumber: Int, fingerprint: String,
      _ folders: SourceFolders
    ) {
      ruleId = finding.code
      ruleIndex = ruleNumber
      level =
        switch finding.severity {
        case .error: "error"
        case .warning: "warning"
        case .notice: "note"
        }
      message = Text(text: finding.message)
      locations = finding.places.prefix(1).map { Location($0, folders) }
      relatedLocations = finding.places.dropFirst().map { Location($0, folders) }
      partialFingerprints = ["modkitSubject/v1": fingerprint]
      baselineState = isKnown ? "unchanged" : "new"
      suppressions = isKnown ? [Suppression()] : []
    }
  }

  private struct Suppression: Encodable {
    var kind = "external"
    var justification = "It is in the baseline."
  }

  private struct Location: Encodable {
    let physicalLocation: PhysicalLocation

    init(_ place: CodeLocation, _ folders: SourceFolders) {
      physicalLocation = PhysicalLocation(
        artifactLocation: ArtifactLocation(path: folders.path(of: place) ?? place.fileID),
        region: Region(startLine: max(1, place.line), startColumn: place.column))
    }
  }

  private struct PhysicalLocation: Encodable {
    let artifactLocation: ArtifactLocation
    let region: Region
  }

  private struct ArtifactLocation: Encodable {
    let uri: String
    var uriBaseId = "%SRCROOT%"

    init(path: String) {
      uri = path.percentEncodedPath
    }
  }

  private struct Region: Encodable {
    let startLine: Int
    let startColumn: Int?
  }
}

extension String {
  /// The path in a URI, in which bytes that are not allowed in a path are escaped.
  var percentEncodedPath: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    encoded.reserveCapacity(utf8.count)
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        encoded.append(byte)
      case _ where "!$&'()*+,-./:=@_~".utf8.contains(byte): encoded.append(byte)
      default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
