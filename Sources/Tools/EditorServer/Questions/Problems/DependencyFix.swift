import SourceInspection

/// The fix that adds a dependency to the `dependsOn:` argument of a task.
struct DependencyFix {
  let fix: EditorFix

  /// Finds the position for a dependency in the declaration of a task.
  ///
  /// - Returns: `nil` if the declaration has neither a list `dependsOn:` nor an argument `on:`,
  ///   after which the list can be added.
  init?(_ name: String, of task: SourceDeclaration, in document: OpenDocument) {
    let bytes = Array(document.file.text.utf8)
    let start = document.lines.offset(of: task.nameRange.end)
    let arguments = MacroArguments(bytes[start..<document.lines.offset(of: task.range.end)])
    let (offset, text): (Int, String)
    if let list = arguments.openBracket(of: "dependsOn") {
      let isEmpty = bytes[list...].first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "]")
      (offset, text) = (list, "\"\(name)\"" + (isEmpty ? "" : ", "))
    } else if let trigger = arguments.end(of: "on") {
      (offset, text) = (trigger, ", dependsOn: [\"\(name)\"]")
    } else {
      return nil
    }
    let position = document.lines.position(atOffset: offset)
    fix = EditorFix(
      title: "Add '\(name)' to 'dependsOn:'",
      edits: [
        FileEdit(
          FileRange(path: document.path, range: TextRange(position, position)), text)
      ])
  }
}

/// The source of the remaining arguments of a macro.
private struct MacroArguments {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  /// Returns the offset after the opening bracket of the array of an argument.
  func openBracket(of label: String) -> Int? {
    guard let value = value(of: label), bytes[value...].first == UInt8(ascii: "[") else {
      return nil
    }
    return value + 1
  }

  /// Returns the offset of the end of an argument's value.
  func end(of label: String) -> Int? {
    guard let start = value(of: label) else { return nil }
    var depth = 0
    for index in start..<bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return index }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return index
      default: break
      }
    }
    return nil
  }

  /// Returns the offset of an argument's value, ignoring arguments of nested calls.
  private func value(of label: String) -> Int? {
    let wanted = Array("\(label): ".utf8)
    var depth = 0
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")") where depth == 0: return nil
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      guard depth == 0, bytes[index...].starts(with: wanted) else { continue }
      let before = index > bytes.startIndex ? bytes[index - 1] : UInt8(ascii: " ")
      if [UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: ",")].contains(before) {
        return index + wanted.count
      }
    }
    return nil
  }
}
