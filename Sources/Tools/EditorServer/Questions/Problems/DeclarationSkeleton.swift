import SourceInspection

/// An unfinished declaration of a name, which a fix adds at the end of a file.
struct DeclarationSkeleton {
  private let title: String
  private let text: String

  /// Writes the declaration of a name, or returns `nil` for a role without declarations.
  init?(_ role: NameRole, name: String) {
    let member = Self.identifier(name)
    switch role {
    case .task: text = "#task(\"\(name)\", on: .demand) {\n}"
    case .job: text = "#job(\"\(name)\", queue: \"default\") { (payload: <#Payload#>) in\n}"
    case .event:
      text = "extension RheaEvent {\n  static let \(member): RheaEvent = \"\(name)\"\n}"
    case .relay:
      text =
        "extension RelayKey<<#Value#>> {\n  static var \(member): Self { Self(\"\(name)\") }\n}"
    case .notification:
      text =
        "extension Notification.Name {\n  static let \(member) = Notification.Name(\"\(name)\")\n}"
    case .step, .url, .taskEvent, .cron, .calendar, .timeZone: return nil
    }
    title = "Declare the \(role.noun) '\(name)'"
  }

  /// Writes a routing class with one function, or returns `nil` unless the URL consists of the
  /// names of both.
  init?(url: String) {
    let parts = url.withoutScheme.split(separator: "/").map(String.init)
    guard parts.count == 2, parts.allSatisfy({ Self.identifier($0) == $0 }) else { return nil }
    text = "@KhalaModule final class \(parts[0]) {\n  func \(parts[1])() {\n  }\n}"
    title = "Declare the routing class '\(parts[0])' with '\(parts[1])'"
  }

  /// Returns the fix that adds the declaration to a file.
  func fix(in document: OpenDocument) -> EditorFix {
    let end = document.lines.end
    let gap = end.column == 0 ? "\n" : "\n\n"
    return EditorFix(
      title: title,
      edits: [
        FileEdit(
          FileRange(path: document.path, range: TextRange(end, end)), "\(gap)\(text)\n")
      ])
  }

  /// Converts a name to a Swift identifier, such as `cart.didChange` to `cartDidChange`.
  static func identifier(_ name: String) -> String {
    var identifier = ""
    var startsWord = false
    for character in name {
      if character.isLetter || character == "_" || character.isNumber && !identifier.isEmpty {
        identifier += startsWord && !identifier.isEmpty ? character.uppercased() : "\(character)"
        startsWord = false
      } else {
        startsWord = true
      }
    }
    return identifier.isEmpty ? "name" : identifier
  }
}
