/// The modules that a program may lack.
struct OptionalTerms {
  private var terms: Set<ModuleTerm> = []
  private var patterns: [NamePattern] = []

  /// Collects the terms of the `optional` statements, including the members of groups.
  init(_ book: RuleBook) {
    var groups: [String: ModuleSelection] = [:]
    var open: [ModuleTerm] = []
    for statement in book.statements {
      switch statement.content {
      case .group(let name, let members): groups[name] = members
      case .optional(let modules): open += modules.positiveTerms
      case .rule: continue
      }
    }
    while let term = open.popLast() {
      guard terms.insert(term).inserted else { continue }
      switch term {
      case .name(let name): open += groups[name]?.positiveTerms ?? []
      case .module: continue
      case .pattern(let pattern): patterns.append(NamePattern(pattern))
      }
    }
  }

  /// Returns whether a term is optional, or matches an optional pattern.
  func covers(_ term: ModuleTerm) -> Bool {
    if terms.contains(term) { return true }
    switch term {
    case .name(let name), .module(let name):
      return terms.contains(.name(name)) || terms.contains(.module(name))
        || patterns.contains { $0.matches(name) }
    case .pattern: return false
    }
  }
}

/// A pattern for names, in which each `*` matches any characters or none.
struct NamePattern {
  private let pattern: [UInt8]

  /// Creates a pattern from any string.
  init(_ pattern: String) {
    self.pattern = Array(pattern.utf8)
  }

  /// Returns whether a name matches the pattern.
  ///
  /// - Complexity: O(*n* · *m*) in the worst case, without recursion.
  func matches(_ text: String) -> Bool {
    let name = Array(text.utf8)
    let star = UInt8(ascii: "*")
    var (inPattern, inName) = (0, 0)
    // The position after the last star, and the end of the part of the name that the star matches.
    var retry: (inPattern: Int, inName: Int)?
    while inName < name.count {
      if inPattern < pattern.count, pattern[inPattern] == star {
        inPattern += 1
        retry = (inPattern, inName)
      } else if inPattern < pattern.count, pattern[inPattern] == name[inName] {
        inPattern += 1
        inName += 1
      } else if let last = retry {
        inPattern = last.inPattern
        inName = last.inName + 1
        retry = (inPattern, inName)
      } else {
        return false
      }
    }
    return pattern[inPattern...].allSatisfy { $0 == star }
  }
}
