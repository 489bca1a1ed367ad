extension Rule: CustomStringConvertible {
  /// The rule as it is written in a file, on one line.
  package var description: String {
    Self.text(demand, severity: severity, except: exceptions, via: ways)
      + (because.map { " because \(RuleText.quoted($0))" } ?? "")
  }

  /// Returns the rule without its reason, as it is written in a file.
  static func text(
    _ demand: Demand, severity: Severity, except exceptions: [Exception], via ways: [ReachKind]
  ) -> String {
    let rank = severity == .error ? "" : " \(severity.rawValue)"
    let head =
      switch demand {
      case .forbid(let arrow): "forbid\(rank) \(arrow)"
      case .only(let arrow): "only\(rank) \(arrow)"
      case .require(let arrow): "require\(rank) \(arrow)"
      case .noCycles(let modules): "forbid\(rank) cycles among \(modules)"
      }
    return head + exceptions.map { " except \($0)" }.joined()
      + (ways.isEmpty ? "" : " via \(ways.map(\.description).joined(separator: ", "))")
  }

  /// Shortens a long string to its first part, followed by the size and a hash of the whole string.
  static func shortened(_ text: String) -> String {
    guard text.utf8.count > 400 else { return text }
    // FNV-1a, because baselines contain the hash and need the same value in every run.
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return "\(text.prefix(160))… (\(text.utf8.count) bytes, \(String(hash, radix: 16)))"
  }
}

extension Rule.Arrow: CustomStringConvertible {
  package var description: String { "\(from) -> \(to)" }
}

extension Rule.Exception: CustomStringConvertible {
  package var description: String {
    switch self {
    case .modules(let modules): "\(modules)"
    case .arrow(let arrow): "\(arrow)"
    }
  }
}

extension Rule {
  /// The rule as a sentence without its reason, such as `Cart must not reach into Account by call`.
  package var sentence: String {
    let head =
      switch demand {
      case .forbid(let arrow): "\(arrow.from.words) must not reach into \(arrow.to.words)"
      case .only(let arrow):
        arrow.to.isNothing
          ? "\(arrow.from.words) may reach into nothing"
          : "\(arrow.from.words) may reach into \(arrow.to.words) and nothing unlisted"
      case .require(let arrow): "\(arrow.from.words) must reach into \(arrow.to.words)"
      case .noCycles(let modules):
        "\(modules.words) must not reach into each other in a cycle"
      }
    return head + byWays
      + (exceptions.isEmpty
        ? "" : ", except \(Self.list(exceptions.map(\.description), "and"))")
  }

  /// The ways of the rule in words, to follow a verb: ` by call or wire`.
  package var byWays: String {
    ways.isEmpty ? "" : " by \(Self.list(ways.map(\.word), "or"))"
  }

  /// Joins names with commas, and with a word before the last name: `a, b or c`.
  static func list(_ names: [String], _ word: String) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}

extension ModuleSelection {
  /// The list as a part of a sentence.
  fileprivate var words: String {
    let all = positiveTerms.map { $0 == .pattern("*") ? "every module" : "\($0)" }
    return Rule.list(all, "and")
      + (excluded.isEmpty ? "" : " but not \(Rule.list(excluded.map(\.description), "or"))")
  }
}
