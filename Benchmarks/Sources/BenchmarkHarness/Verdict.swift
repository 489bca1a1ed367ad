/// Whether a measurement keeps a limit.
struct Verdict: Codable, Sendable {
  enum Outcome: String, Codable, Sendable {
    case ok
    case short
    /// What the limit is about was not measured.
    case unknown = "not counted"
  }

  /// The limit, as people read it.
  var target: String
  var outcome: Outcome

  init(target: String, outcome: Outcome) {
    self.target = target
    self.outcome = outcome
  }

  /// Judges a quantity by a target.
  init(_ target: Target, measured: Double?) {
    self.target = target.description
    outcome = measured.map { $0 <= target.limit ? .ok : .short } ?? .unknown
  }
}

extension Verdict: CustomStringConvertible {
  var description: String { "\(target) \(outcome.rawValue)" }
}
