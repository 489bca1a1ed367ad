import BinaryRecords
import ModuleGraph

extension RecordAudit {
  /// The audit as lines of text, with a paragraph for each input and reason.
  package var lines: [String] {
    var lines: [String] = []
    for paragraph in paragraphs {
      lines += Self.lines(of: paragraph) + [""]
    }
    lines += notices.filter { $0.code != Notice.notAmongInputs }
      .map { "notice: \($0.message). [\($0.code)]" }
    lines += strangers
    lines.append(summary)
    return lines
  }

  /// A line with a summary of the audit.
  package var summary: String {
    let declared = "\(recordCount) record\(recordCount == 1 ? "" : "s")"
    let made = binaries.joined(separator: ", ")
    guard isComplete else {
      let verb = missing.count == 1 ? "is" : "are"
      return "\(missing.count) of \(declared) of the inputs \(verb) missing in \(made)."
    }
    return recordCount == 1
      ? "The \(declared) of the inputs is in \(made)."
      : "All \(declared) of the inputs are in \(made)."
  }

  /// A line for each module whose records exist in no input, such as the modules of the toolkit.
  private var strangers: [String] {
    let found = notices.filter { $0.code == Notice.notAmongInputs }
    let modules = Dictionary(grouping: found) { $0.place?.module ?? "" }
    return modules.sorted { $0.key < $1.key }.map { Self.line(of: $0.value, in: $0.key) }
  }

  private static func line(of strangers: [Notice], in module: String) -> String {
    let first = strangers[0]
    let message =
      strangers.count == 1
      ? first.message
      : "\(strangers.count) records of \(module) are in none of the inputs. Pass every linked "
        + "file to compare all records"
    return "notice: \(message). [\(first.code)]"
  }

  /// The missing records in groups with the same explanation, in the order of their first records.
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
    for entry in paragraph.sorted(by: { $0.place < $1.place }) {
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
