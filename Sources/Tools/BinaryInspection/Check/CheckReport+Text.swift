import ModuleGraph
import Spelling

extension CheckReport {
  /// The report for people, line by line: each finding as compilers write theirs, then
  /// what they come to.
  package var lines: [String] {
    findings.flatMap(Self.lines) + [summary]
  }

  /// A finding with all of its source locations.
  private static func lines(of finding: Finding) -> [String] {
    [finding.description] + finding.places.dropFirst().map { "  also \($0)" }
  }

  /// The report as commands of GitHub Actions, which show findings at their lines.
  ///
  /// - Parameter folders: Where the sources are.
  /// - Returns: A command a line, and what they come to.
  package func workflowCommands(folders: SourceFolders) -> String {
    let lines = findings.map { finding in
      var properties: [(String, String)] = []
      if let place = finding.places.first {
        properties.append(("file", folders.path(of: place) ?? place.fileID))
        properties.append(("line", "\(place.line)"))
        if let column = place.column { properties.append(("col", "\(column)")) }
      }
      properties.append(("title", finding.code))
      let list = properties.map { name, value in
        "\(name)=\(EscapedText.workflowCommand(EscapedText.line(value), isProperty: true))"
      }
      return "::\(finding.severity.rawValue) \(list.joined(separator: ","))::"
        + EscapedText.workflowCommand(EscapedText.lines(finding.message), isProperty: false)
    }
    return (lines + [summary]).joined(separator: "\n")
  }
}
