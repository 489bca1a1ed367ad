import ModuleGraph
import Spelling

extension SurfaceDifference.Change {
  /// The change on one line: `- route kl://feed/reload (Feed/Routes.swift:12)`.
  private var headline: String {
    let mark =
      switch sort {
      case .removed: "-"
      case .altered: "~"
      case .added: "+"
      }
    return "\(mark) \(kind) \(name)" + (place.map { " (\($0))" } ?? "")
  }

  /// The reason for the level, if it needs one.
  var reason: String? { breaks ?? remark }

  /// The change with the old and new facts, as lines.
  package var lines: [String] {
    [headline] + (reason.map { ["    \(level.words): \($0)"] } ?? [])
      + before.map { "    was  \($0)" } + after.map { "    is   \($0)" }
  }
}

extension SurfaceDifference {
  /// The last line: `2 removed, 1 added; 1 breaking`.
  package var summary: String {
    let counts = Change.Sort.allCases.compactMap { sort -> String? in
      let count = changes.count { $0.sort == sort }
      return count == 0 ? nil : "\(count) \(sort.rawValue)"
    }
    guard !counts.isEmpty else { return "no differences" }
    let end = breaking.isEmpty ? "; none breaking" : "; \(breaking.count) breaking"
    return counts.joined(separator: ", ") + end
      + (unknown.isEmpty ? "" : ", \(unknown.count) unknown")
  }

  /// The changes that are not harmless, for formats of findings such as SARIF.
  package var findings: [Finding] {
    changes.compactMap { change in
      guard let reason = change.reason else { return nil }
      let severity: Finding.Severity =
        switch change.level {
        case .storedData, .neighbor: .error
        case .source: .warning
        case .unknown, .harmless: .notice
        }
      let subject = "\(change.kind) \(change.name)"
      let facts = (change.before + ["->"] + change.after).joined(separator: " ")
      return Finding(
        code: "\(change.level.rawValue)Change", severity: severity,
        message: "\(subject): \(change.level.words): \(reason)",
        places: [change.place].compactMap(\.self), subject: "\(subject) \(facts)")
    }
  }

  /// The difference as Markdown for a pull request.
  package var markdown: String {
    let parts: [(title: String, changes: [Change])] =
      [("Breaking", breaking)]
      + [("Removed", .removed), ("Altered", .altered), ("Added", .added)].map { title, sort in
        (title, changes.filter { $0.sort == sort && $0.breaks == nil })
      }
    let sections = parts.filter { !$0.changes.isEmpty }.map { title, changes in
      "### \(title)\n\n| module | what | where | |\n|---|---|---|---|\n"
        + changes.map(Self.row).joined(separator: "\n")
    }
    return (["## Changed declarations\n\n\(summary)."] + sections).joined(separator: "\n\n") + "\n"
  }

  private static func row(_ change: Change) -> String {
    let was = change.before.map { "was \(code($0))" }
    let became = change.after.map { "is \(code($0))" }
    let breaks = [
      change.reason.map { "**\(change.level.words)**: \(EscapedText.markdown($0))" }
    ].compactMap(\.self)
    let sort = change.breaks == nil ? [] : [change.sort.rawValue]
    let cells = [
      word(change.module ?? ""), "\(word(change.kind)) \(code(change.name))",
      change.place.map { code("\($0)") } ?? "",
      (sort + breaks + was + became).joined(separator: "<br>"),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  /// Returns a name for a sentence.
  ///
  /// Unless it is a plain word, it is written as code.
  private static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }
    return isPlain ? text : code(text)
  }

  private static func code(_ text: String) -> String { EscapedText.markdownCode(text) }
}
