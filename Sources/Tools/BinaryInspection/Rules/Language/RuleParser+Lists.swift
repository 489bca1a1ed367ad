extension RuleParser {
  /// Reads modules with commas between them.
  mutating func selection() throws(RuleError) -> ModuleSelection {
    var included: [ModuleTerm] = []
    var excluded: [ModuleTerm] = []
    repeat {
      if take(.word("not")) {
        excluded.append(try term())
      } else {
        included.append(try term())
      }
    } while take(.comma)
    return ModuleSelection(included, not: excluded)
  }

  private mutating func term() throws(RuleError) -> ModuleTerm {
    switch current?.kind {
    case .text(let name):
      position += 1
      return .module(name)
    case .word(let word):
      if word == "nothing" {
        throw RuleError(
          .misplaced, at: here,
          "'nothing' stands alone behind the '->' of 'only'. Name modules here.")
      }
      guard !RuleText.reserved.contains(word) else {
        throw RuleError(
          .reservedName, at: here,
          """
          the name of a module must be here, and '\(word)' means something in a rule. If a module \
          is called so, write \(RuleText.quoted(word)).
          """)
      }
      position += 1
      return word.contains("*") ? .pattern(word) : .name(word)
    default: throw unexpected("the name of a module, a group or a pattern", at: current)
    }
  }
}
