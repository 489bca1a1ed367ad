/// The record of what the code of a type does with a decoder or an encoder.
final class CodingTrace {
  /// A member of a keyed container.
  struct Member {
    let type: any Any.Type
    /// Whether the code asks first if the member exists, or writes `nil`.
    var isOptional = false
  }

  /// The keys in the order of their first use.
  private(set) var keys: [String] = []
  private(set) var members: [String: Member] = [:]
  /// The keys that the code only asked for.
  private var asked: Set<String> = []
  /// The type in a single value container.
  private(set) var single: (any Any.Type)?
  /// The strings of the cases, if the code reads which keys exist.
  private(set) var cases: [String]?
  /// The record of the container of a case.
  private(set) var payload: (key: String, trace: CodingTrace)?
  /// The reason why the code has no form, as a sentence without a period.
  private(set) var problem: String?
  /// Whether a keyed container was requested.
  var isKeyed = false

  /// Notes that the code does something that no form describes.
  func fail(_ reason: String) { problem = problem ?? reason }

  func ask(for key: String) { asked.insert(key) }

  func add(_ key: String, _ type: any Any.Type, isNil: Bool = false) {
    guard members[key] == nil else {
      return fail("its code uses '\(key)' twice")
    }
    keys.append(key)
    members[key] = Member(type: type, isOptional: asked.contains(key) || isNil)
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

  /// Whether the code has asked for a member without reading it.
  func hasOnlyAsked(for key: String) -> Bool { asked.contains(key) && members[key] == nil }
}
