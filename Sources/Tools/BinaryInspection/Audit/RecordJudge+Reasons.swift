import BinaryRecords
import Declarations

/// The checks for the individual reasons.
extension RecordJudge {
  /// Returns the verdict for an input that no linker could use here.
  func otherArchitecture(_ input: LinkInputs.Part) -> Verdict {
    let traits = outcome.images.map(\.traits)
    let made = Set(traits.map { "\($0.format.rawValue) on \($0.architecture)" }).sorted()
    return Verdict(
      reason: .otherArchitecture,
      explanation:
        "the input is built for \(input.image.traits.format.rawValue) on "
        + "\(input.image.traits.architecture), but \(outcome.names) for "
        + made.joined(separator: " and "))
  }

  /// Returns a verdict if a binary contains the record in an unusable form.
  func stands(_ record: DeclaredRecord) -> Verdict? {
    let declaration = DeclarationID(record)
    if let unloaded = outcome.unloaded[declaration] {
      return Verdict(
        reason: .notLoaded,
        explanation:
          "it is in \(unloaded.image) at offset \(unloaded.offset), but no segment of notes "
          + "covers it, so a process does not find it")
    }
    return outcome.broken[declaration].map { broken in
      Verdict(
        reason: .brokenAccessor,
        explanation:
          "it is in \(broken.image) at offset \(broken.offset), but its accessor lies outside the "
          + "code, so a process omits it")
    }
  }

  /// Returns a verdict if a binary contains the same declaration from another build.
  mutating func isOld(_ record: DeclaredRecord) -> Verdict? {
    let candidates = strangers[DeclaredName(record), default: []]
    guard
      let other = candidates.min(by: { abs($0.line - record.line) < abs($1.line - record.line) })
    else { return nil }
    recognized.insert(DeclarationID(other))
    let change =
      other.line == record.line
      ? "with another identity" : "on line \(other.line) instead of \(record.line)"
    return Verdict(
      reason: .otherBuild,
      explanation: "\(other.image) has it \(change), so the two were built from different sources")
  }

  /// Returns a verdict if the linker kept the group of the record from another input.
  func isElsewhere(_ record: DeclaredRecord) -> Verdict? {
    guard let group = record.group, let image = keptGroups[group], image != record.image else {
      return nil
    }
    return Verdict(
      reason: .otherGroup,
      explanation:
        "a linker keeps one section group per name. For '\(group)' it kept the group of \(image), "
        + "which does not contain the record")
  }

  /// Returns the verdict for a missing record of an input that was linked.
  func dropped(_ record: DeclaredRecord, _ trace: String) -> Verdict {
    if let emptied = outcome.emptied {
      return Verdict(
        reason: .notesRemoved,
        explanation:
          "the input was linked (\(trace)), but a tool emptied the notes of \(emptied.name) "
          + "afterwards")
    }
    if outcome.damagedCount > 0 {
      return Verdict(
        reason: .damaged, isCertain: false,
        explanation:
          "the input was linked (\(trace)), and \(outcome.damagedCount) "
          + "\(outcome.damagedCount == 1 ? "record" : "records") of \(outcome.names) "
          + "\(outcome.damagedCount == 1 ? "is" : "are") damaged, perhaps this one")
    }
    if let group = record.group {
      return Verdict(
        reason: .collected, isCertain: false,
        explanation:
          "the input was linked (\(trace)), but its section group '\(group)' was removed: "
          + "'--gc-sections' removes notes of groups without references")
    }
    return Verdict(
      reason: .discarded,
      explanation:
        "the input was linked (\(trace)), but its notes are missing: a linker script discards "
        + "them, or a tool removed them before the input was linked")
  }

  /// Returns the verdict for a missing record of an input without any traces.
  func absent(
    _ input: LinkInputs.Part, _ record: DeclaredRecord, doubt: String?
  ) -> Verdict {
    if doubt != nil, let emptied = outcome.emptied {
      return Verdict(
        reason: .notesRemoved,
        explanation: "a tool emptied the notes of \(emptied.name) after it was linked")
    }
    if let doubt, outcome.records.isEmpty {
      return Verdict(
        reason: .unknown, isCertain: false,
        explanation:
          "\(outcome.names) has no records at all. Either the input was not linked or its notes "
          + "were removed, which is uncertain because \(doubt)")
    }
    let certainty = doubt.map { ". This is likely, but not certain, because \($0)" } ?? ""
    // Without its symbols and its group, an input may leave no traces.
    let isCertain = doubt == nil && record.group == nil
    guard input.isMember else {
      return Verdict(
        reason: .objectNotLinked, isCertain: isCertain,
        explanation: "\(outcome.names) contains nothing of the object file\(certainty)")
    }
    return Verdict(
      reason: .memberNotSelected, isCertain: isCertain,
      explanation:
        "\(outcome.names) contains nothing of this member: a linker takes a member from an archive "
        + "only if another input refers to it\(certainty)")
  }
}
