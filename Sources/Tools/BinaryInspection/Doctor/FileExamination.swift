import BinaryRecords
import Declarations

/// Examines the properties of a file as a whole.
struct FileExamination {
  private let file: BinaryFile

  init(_ file: BinaryFile) {
    self.file = file
  }

  var diagnoses: [Diagnosis] {
    [modules, archive].compactMap(\.self) + problems
  }

  /// The number of records of each module.
  private var modules: Diagnosis {
    let counts = Dictionary(grouping: file.records, by: \.module).mapValues(\.count)
    let list = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    let count = file.records.count
    return count == 0
      ? Diagnosis("modules", .notice, of: file.path, "it has no records")
      : Diagnosis(
        "modules", .good, of: file.path,
        "it has \(count) record\(count == 1 ? "" : "s"): \(list)")
  }

  /// The diagnosis of whether linkers will use the records of an archive.
  private var archive: Diagnosis? {
    let members = file.images.filter { $0.isArchiveMember && !$0.records.isEmpty }
    guard !members.isEmpty else { return nil }
    let option =
      members[0].traits.format == .machO ? "-force_load" : "--whole-archive"
    return Diagnosis(
      "archive", .notice, of: file.path,
      "it is an archive. Linkers take only the members that other inputs refer to, and may omit "
        + "its \(members.count) member\(members.count == 1 ? "" : "s") with records",
      remedy:
        "Link it with '\(option)', or link the object files themselves. 'modkit audit' lists the "
        + "missing records")
  }

  // MARK: Problems

  /// The maximum number of problems of each kind, because more would hide the others.
  private static let listedProblems = 10

  private var problems: [Diagnosis] {
    let unloaded = Dictionary(grouping: file.images.flatMap(\.unloadedRecords), by: \.image)
      .mapValues { Set($0.map(\.offset)) }
    let all = file.problems.filter { problem in
      // Records that are not loaded are reported together with the reason.
      guard let offsets = unloaded[problem.image] else { return true }
      return problem.code != .recordsNotLoaded
        && !(problem.record.map { offsets.contains($0.offset) } ?? false)
    }
    return Dictionary(grouping: all, by: \.code)
      .sorted { $0.key.description < $1.key.description }
      .flatMap { code, problems in
        let verdict = Self.verdict(on: code)
        let listed = problems.prefix(Self.listedProblems).map { problem in
          Diagnosis(
            code.description, verdict, of: problem.image, at: problem.offset, problem.message)
        }
        let rest = problems.count - listed.count
        return rest == 0
          ? listed
          : listed + [
            Diagnosis(
              code.description, verdict, of: file.path, "\(rest) more problems are of this kind")
          ]
      }
  }

  /// Returns the severity of a problem, which depends on whether records are lost.
  private static func verdict(on code: BinaryProblem.Code) -> Diagnosis.Verdict {
    switch code {
    case .repeatedRecord, .unreadableTable, .unreadableMember: .warning
    case .manyProblems: .notice
    default: .error
    }
  }
}
