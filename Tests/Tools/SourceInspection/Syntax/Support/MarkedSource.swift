import SourceInspection

/// A source in which `«` and `»` mark ranges.
struct MarkedSource {
  /// The source without the marks.
  let text: String
  /// The marked ranges, in the order of their ends.
  let ranges: [TextRange]

  init(_ marked: String) {
    var text = ""
    var starts: [Int] = []
    var offsets: [Range<Int>] = []
    for character in marked {
      switch character {
      case "«": starts.append(text.utf8.count)
      case "»": offsets.append(starts.removeLast()..<text.utf8.count)
      default: text.append(character)
      }
    }
    self.text = text
    let lines = LineTable(text)
    ranges = offsets.map {
      TextRange(
        lines.position(atOffset: $0.lowerBound), lines.position(atOffset: $0.upperBound))
    }
  }
}

extension SourceName {
  /// The name in words: `event member triggers userDidLogin`.
  var words: String {
    "\(role) \(form) \(verb) \(text)" + (isInDeclaration ? " (declared)" : "")
  }
}
