import BinaryRecords

/// Finds out why records are missing.
struct RecordJudge {
  private let inputs: LinkInputs
  private let outcome: LinkOutcome
  /// Records of the binaries that no input has, and that may be the same
  /// declarations of another build.
  private let strangers: [DeclaredName: [BinaryRecord]]
  /// Which group of sections came from which input, as far as its records show.
  private let keptGroups: [String: String]
  /// What was found out about the parts of the inputs.
  private var evidence: [Int: LinkEvidence] = [:]
  /// The strangers that turned out to be declarations of another build.
  private var recognized: Set<Declaration> = []

  init(inputs: LinkInputs, outcome: LinkOutcome) {
    self.inputs = inputs
    self.outcome = outcome
    strangers = Dictionary(
      grouping: outcome.records.filter { inputs.indices[Declaration($0)] == nil },
      by: DeclaredName.init)
    var kept: [String: String] = [:]
    for declared in inputs.declarations
    where outcome.present.contains(Declaration(declared.record)) {
      for (_, record) in declared.places {
        if let group = record.group, kept[group] == nil { kept[group] = record.image }
      }
    }
    keptGroups = kept
  }

  /// What a judgement says.
  struct Verdict {
    let reason: RecordAudit.Reason
    var isCertain = true
    let explanation: String
  }

  /// Says why a declaration is missing, or nothing if it is there.
  mutating func judge(_ declared: LinkInputs.Declared) -> RecordAudit.Missing? {
    let declaration = Declaration(declared.record)
    guard !outcome.present.contains(declaration) else { return nil }
    var findings: [(place: (part: Int, record: BinaryRecord), verdict: Verdict)] = []
    for place in declared.places {
      findings.append((place, judgement(on: place.record, in: place.part)))
    }
    // Of several inputs, the one that was linked is the one to look into.
    guard
      let (place, verdict) = findings.first(where: { !Self.isAbsence($0.verdict.reason) })
        ?? findings.first
    else { return nil }
    let part = inputs.parts[place.part]
    return RecordAudit.Missing(
      kind: "\(place.record.kind)", key: place.record.key, place: place.record.place,
      id: "0x" + String(place.record.id, radix: 16), input: part.image.name,
      otherInputs: declared.places.map { inputs.parts[$0.part].image.name }
        .filter { $0 != part.image.name },
      reason: verdict.reason, isCertain: verdict.isCertain, explanation: verdict.explanation,
      remedy: AuditRemedy(part, verdict.reason).text)
  }

  /// What the binaries have that no input has.
  var notAmongInputs: [RecordAudit.Notice] {
    outcome.records
      .filter { record in
        let declaration = Declaration(record)
        return inputs.indices[declaration] == nil && !recognized.contains(declaration)
      }
      .map { record in
        RecordAudit.Notice(
          code: "notAmongInputs",
          message:
            "\(record) is in \(record.image), but in none of the inputs. Give all that was linked, "
            + "to have all of it compared",
          place: record.place)
      }
  }

  /// Whether a reason is that the whole input is not there.
  private static func isAbsence(_ reason: RecordAudit.Reason) -> Bool {
    [.memberNotSelected, .objectNotLinked, .otherArchitecture, .unknown].contains(reason)
  }

  // MARK: Reasons

  private mutating func judgement(on record: BinaryRecord, in part: Int) -> Verdict {
    let input = inputs.parts[part]
    guard input.fitsBinary else { return otherArchitecture(input) }
    if let known = stands(record) ?? isOld(record) ?? isElsewhere(record) { return known }
    switch knownEvidence(of: part) {
    case .linked(let trace): return dropped(record, trace)
    case .absent: return absent(input, record, doubt: nil)
    case .silent(let doubt): return absent(input, record, doubt: doubt)
    }
  }

  private mutating func knownEvidence(of part: Int) -> LinkEvidence {
    if let known = evidence[part] { return known }
    let found = LinkEvidence.of(part, in: inputs, outcome)
    evidence[part] = found
    return found
  }

  private func otherArchitecture(_ input: LinkInputs.Part) -> Verdict {
    let traits = outcome.images.map(\.traits)
    let made = Set(traits.map { "\($0.format.rawValue) on \($0.architecture)" }).sorted()
    return Verdict(
      reason: .otherArchitecture,
      explanation:
        "it is built for \(input.image.traits.format.rawValue) on "
        + "\(input.image.traits.architecture), and \(outcome.names) for "
        + made.joined(separator: " and "))
  }

  /// Whether the record is in a binary, but not so that a process can use it.
  private func stands(_ record: BinaryRecord) -> Verdict? {
    let declaration = Declaration(record)
    if let unloaded = outcome.unloaded[declaration] {
      return Verdict(
        reason: .notLoaded,
        explanation:
          "it stands in \(unloaded.image) at offset \(unloaded.offset), but no segment of notes "
          + "leads a process there")
    }
    return outcome.broken[declaration].map { broken in
      Verdict(
        reason: .brokenAccessor,
        explanation:
          "it stands in \(broken.image) at offset \(broken.offset), but its accessor lies outside "
          + "of the code, so a process leaves it out")
    }
  }

  /// Whether a binary has the same declaration of another time.
  private mutating func isOld(_ record: BinaryRecord) -> Verdict? {
    let candidates = strangers[DeclaredName(record), default: []]
    guard
      let other = candidates.min(by: { abs($0.line - record.line) < abs($1.line - record.line) })
    else { return nil }
    recognized.insert(Declaration(other))
    let change =
      other.line == record.line
      ? "with another identity" : "on line \(other.line) and not \(record.line)"
    return Verdict(
      reason: .otherBuild,
      explanation: "\(other.image) has it \(change), so both were made from different sources")
  }

  /// Whether the linker took the record's group from another input.
  private func isElsewhere(_ record: BinaryRecord) -> Verdict? {
    guard let group = record.group, let image = keptGroups[group], image != record.image else {
      return nil
    }
    return Verdict(
      reason: .otherGroup,
      explanation:
        "linkers keep one group of sections named '\(group)', and this one kept that of \(image), "
        + "which does not have the record")
  }

  /// Why the record of an input is missing that was linked.
  private func dropped(_ record: BinaryRecord, _ trace: String) -> Verdict {
    if let emptied = outcome.emptied {
      return Verdict(
        reason: .notesRemoved,
        explanation:
          "the input was linked (\(trace)), but a tool has emptied the notes of \(emptied.name) "
          + "since")
    }
    if outcome.damagedCount > 0 {
      return Verdict(
        reason: .damaged, isCertain: false,
        explanation:
          "the input was linked (\(trace)), and of \(outcome.names) \(outcome.damagedCount) "
          + "\(outcome.damagedCount == 1 ? "record is" : "records are") damaged, of which this may "
          + "be one")
    }
    if let group = record.group {
      return Verdict(
        reason: .collected, isCertain: false,
        explanation:
          "the input was linked (\(trace)), but its group of sections '\(group)' was not kept: "
          + "'--gc-sections' removes notes in groups that nothing refers to")
    }
    return Verdict(
      reason: .discarded,
      explanation:
        "the input was linked (\(trace)), but its notes were not kept: a linker script discards "
        + "them, or they were removed from a copy of the input before it was linked")
  }

  /// Why the record of an input is missing of which nothing is there.
  private func absent(
    _ input: LinkInputs.Part, _ record: BinaryRecord, doubt: String?
  ) -> Verdict {
    if doubt != nil, let emptied = outcome.emptied {
      return Verdict(
        reason: .notesRemoved,
        explanation: "a tool has emptied the notes of \(emptied.name) after it was linked")
    }
    if let doubt, outcome.records.isEmpty {
      return Verdict(
        reason: .unknown, isCertain: false,
        explanation:
          "\(outcome.names) has no records at all, so that the input was not linked or its notes "
          + "were removed; \(doubt)")
    }
    let certainty = doubt.map { "; that is likely and not certain, as \($0)" } ?? ""
    // Without its symbols and without its group, nothing may be left of an input.
    let isCertain = doubt == nil && record.group == nil
    guard input.isMember else {
      return Verdict(
        reason: .objectNotLinked, isCertain: isCertain,
        explanation: "nothing of the object file is in \(outcome.names)\(certainty)")
    }
    return Verdict(
      reason: .memberNotSelected, isCertain: isCertain,
      explanation:
        "nothing of this member is in \(outcome.names): a linker takes a member of an archive only "
        + "if somebody refers to it\(certainty)")
  }
}
