/// The requests of the code of a type to a decoder or an encoder.
final class CodingTrace {
  /// A member of a keyed container.
  struct Member {
    let type: any Any.Type
    /// `true` if the code asks whether the member exists before it reads the member.
    var isOptional = false
  }

  /// The keys in the order of their first use.
  private(set) var keys: [String] = []
  private(set) var members: [String: Member] = [:]
  /// The keys for which the code asked whether a member exists.
  private var asked: Set<String> = []
  /// The type in a single value container.
  private(set) var single: (any Any.Type)?
  /// The strings of the cases, if the code reads which keys exist.
  private(set) var cases: [String]?
  /// The record of the container of a case.
  private(set) var payload: (key: String, trace: CodingTrace)?
  /// The reason why the code has no form, as a sentence without a period.
  private(set) var problem: String?
  /// `true` if the code requested a keyed container.
  var isKeyed = false

  /// Notes that the code does something that no form describes.
  func fail(_ reason: String) { problem = problem ?? reason }

  func ask(for key: String) { asked.insert(key) }

  func add(_ key: String, _ type: any Any.Type) {
    guard members[key] == nil else {
      return fail("its code uses '\(key)' twice")
    }
    keys.append(key)
    members[key] = Member(type: type, isOptional: asked.contains(key))
  }

  func setSingle(_ type: any Any.Type) {
    if single != nil || isKeyed { fail("its code uses several containers") }
    single = type
  }

  func setCases(_ keys: [String]?) {
    if keys == nil { fail("its code reads any keys") }
    cases = keys
  }

  /// Adds the container of a case, and returns its record.
  func add(payloadOf key: String) -> CodingTrace {
    if payload != nil { fail("its code uses several containers") }
    let trace = CodingTrace()
    trace.isKeyed = true
    payload = (key, trace)
    return trace
  }

  /// The first problem, also of the container of a case.
  var firstProblem: String? { problem ?? payload?.trace.problem }

  /// Returns `true` if the code has asked for a member without reading it.
  func hasOnlyAsked(for key: String) -> Bool { asked.contains(key) && members[key] == nil }
}
