import ModuleGraph

extension CheckReport {
  /// The report for people: each finding as compilers write theirs, then what they
  /// come to.
  package var text: String {
    (findings.flatMap(Self.lines) + [summary]).joined(separator: "\n")
  }

  /// A finding with all of its places.
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
      let list = properties.map { "\($0)=\(Self.escaped($1, isProperty: true))" }
      return "::\(finding.severity.rawValue) \(list.joined(separator: ","))::"
        + Self.escaped(finding.message, isProperty: false)
    }
    return (lines + [summary]).joined(separator: "\n")
  }

  /// A text in which nothing ends the command.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case "\r\n": escaped += "%0D%0A"
      case ":" where isProperty: escaped += "%3A"
      case "," where isProperty: escaped += "%2C"
      default: escaped.append(character)
      }
    }
  }
}
