import BinaryRecords
import Declarations
import ModuleGraph

/// Determines why records are missing.
struct RecordJudge {
  let inputs: LinkInputs
  let outcome: LinkOutcome
  /// The records of the binaries that no input contains.
  ///
  /// They may be the same declarations from another build.
  let strangers: [DeclaredName: [DeclaredRecord]]
  /// The input from which the linker kept each section group, for groups with records.
  let keptGroups: [String: String]
  /// The traces of the inputs in the output, created when they are first needed.
  private var traces: LinkTraces?
  /// The records of the binaries that were recognized as declarations from another build.
  var recognized: Set<DeclarationID> = []

  init(inputs: LinkInputs, outcome: LinkOutcome) {
    self.inputs = inputs
    self.outcome = outcome
    strangers = Dictionary(
      grouping: outcome.records.filter { inputs.indices[DeclarationID($0)] == nil },
      by: DeclaredName.init)
    var kept: [String: String] = [:]
    for declared in inputs.declarations
    where outcome.present.contains(DeclarationID(declared.record)) {
      for (_, record) in declared.places {
        if let group = record.group, kept[group] == nil { kept[group] = record.image }
      }
    }
    keptGroups = kept
  }

  /// The reason why a record is missing.
  struct Verdict {
    let reason: RecordAudit.Reason
    var isCertain = true
    let explanation: String
  }

  /// Returns the reason why a declaration is missing, or `nil` if it is not.
  mutating func judge(_ declared: LinkInputs.Declared) -> RecordAudit.Missing? {
    let declaration = DeclarationID(declared.record)
    guard !outcome.present.contains(declaration) else { return nil }
    var findings: [(place: (part: Int, record: DeclaredRecord), verdict: Verdict)] = []
    for place in declared.places {
      findings.append((place, judgement(on: place.record, in: place.part)))
    }
    // If there are several inputs, the reason for the one that was linked is used.
    guard
      let (place, verdict) = findings.first(where: { !Self.isAbsence($0.verdict.reason) })
        ?? findings.first
    else { return nil }
    let part = inputs.parts[place.part]
    return RecordAudit.Missing(
      kind: "\(place.record.kind)", key: place.record.key, place: place.record.location,
      id: "0x" + String(place.record.id, radix: 16), input: part.image.name,
      otherInputs: declared.places.map { inputs.parts[$0.part].image.name }
        .filter { $0 != part.image.name },
      reason: verdict.reason, isCertain: verdict.isCertain, explanation: verdict.explanation,
      remedy: AuditRemedy(for: verdict.reason, part, module: place.record.module).text)
  }

  /// The records of the binaries that no input contains.
  var notAmongInputs: [RecordAudit.Notice] {
    outcome.records
      .filter { record in
        let declaration = DeclarationID(record)
        return inputs.indices[declaration] == nil && !recognized.contains(declaration)
      }
      .map { record in
        RecordAudit.Notice(
          code: RecordAudit.Notice.notAmongInputs,
          message:
            "\(record) is in \(record.image), but in none of the inputs. Pass every linked file "
            + "to compare all records",
          place: record.location)
      }
  }

  /// Returns whether the reason is that the whole input is missing.
  private static func isAbsence(_ reason: RecordAudit.Reason) -> Bool {
    [.memberNotSelected, .objectNotLinked, .otherArchitecture, .unknown].contains(reason)
  }

  private mutating func judgement(on record: DeclaredRecord, in part: Int) -> Verdict {
    let input = inputs.parts[part]
    guard input.fitsBinary else { return otherArchitecture(input) }
    if let known = stands(record) ?? isOld(record) ?? isElsewhere(record) { return known }
    switch evidence(of: part) {
    case .linked(let trace): return dropped(record, trace)
    case .absent: return absent(input, record, doubt: nil)
    case .silent(let doubt): return absent(input, record, doubt: doubt)
    }
  }

  /// Returns the evidence for a part of the inputs.
  private mutating func evidence(of part: Int) -> LinkEvidence {
    let known = traces ?? LinkTraces(inputs, in: outcome)
    traces = known
    return known.evidence(of: part)
  }
}

/// Identifies a declaration in the same way as the running process.
struct DeclarationID: Hashable {
  let kind: RecordKind
  let id: UInt64

  init(_ record: DeclaredRecord) {
    kind = record.kind
    id = record.id
  }
}

/// The properties of a declaration that do not change when lines move.
struct DeclaredName: Hashable {
  let kind: RecordKind
  let key: String
  let fileID: String

  init(_ record: DeclaredRecord) {
    kind = record.kind
    key = record.key
    fileID = record.fileID
  }
}
