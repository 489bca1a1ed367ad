import BinaryRecords

extension RecordAudit {
  /// The audit as lines of text, one paragraph for each input and reason.
  package var lines: [String] {
    var lines: [String] = []
    for paragraph in paragraphs {
      lines += Self.lines(of: paragraph) + [""]
    }
    lines += notices.map { "notice: \($0.message). [\($0.code)]" }
    lines.append(summary)
    return lines
  }

  /// What came out, in one line.
  package var summary: String {
    let declared = "\(recordCount) record\(recordCount == 1 ? "" : "s")"
    let made = binaries.joined(separator: ", ")
    return isComplete
      ? "All \(declared) of the inputs are in \(made)."
      : "\(missing.count) of \(declared) of the inputs \(missing.count == 1 ? "is" : "are") "
        + "missing in \(made)."
  }

  /// Those that one sentence explains together, in the order of the first of each.
  private var paragraphs: [[Missing]] {
    struct Heading: Hashable {
      let input: String
      let reason: Reason
      let remedy: String
    }
    var indices: [Heading: Int] = [:]
    var paragraphs: [[Missing]] = []
    for entry in missing {
      let heading = Heading(input: entry.input, reason: entry.reason, remedy: entry.remedy)
      if let index = indices[heading] {
        paragraphs[index].append(entry)
      } else {
        indices[heading] = paragraphs.count
        paragraphs.append([entry])
      }
    }
    return paragraphs
  }

  private static func lines(of paragraph: [Missing]) -> [String] {
    let first = paragraph[0]
    let isShared = paragraph.allSatisfy { $0.explanation == first.explanation }
    let count = paragraph.count == 1 ? "1 record is" : "\(paragraph.count) records are"
    var lines = ["\(first.input): \(count) missing [\(first.reason)]"]
    if isShared { lines.append("  Why: \(first.explanation).") }
    for entry in paragraph {
      let others =
        entry.otherInputs.isEmpty ? "" : ", also in \(entry.otherInputs.joined(separator: ", "))"
      lines.append(
        "  \(entry.place): \(entry.kind):\(entry.key)\(others)"
          + (isShared ? "" : ": \(entry.explanation)."))
    }
    lines.append("  What to do: \(first.remedy).")
    return lines
  }
}
