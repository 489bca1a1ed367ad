import Spelling

/// Compares what a contract expects with what a routing function is.
struct ContractCheck {
  let contract: KhalaDeclarations.Contract
  let function: KhalaRouteMap.Function
  /// The names that the pattern of the route captures, which so have values.
  let captures: Set<String>

  /// The mismatches, each with its fix; empty if there are none.
  var faults: [String] {
    values + closures + result + waiting
  }

  // MARK: - Values

  private var values: [String] {
    let given = Dictionary(
      contract.parameters.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let taken = function.values.compactMap(\.name)
    var faults: [String] = []
    for parameter in function.values {
      guard let name = parameter.name else { continue }
      if let value = given[name] {
        if let fault = fault(of: value, for: parameter) { faults.append(fault) }
      } else if parameter.isRequired, !captures.contains(name), !contract.givesInfo {
        faults.append(
          "it does not give '\(name)', which is needed. Add a parameter "
            + "'\(name): \(parameter.type)'.")
      }
    }
    guard !function.takesInfo else { return faults }
    let free = NearestNames(taken.filter { given[$0] == nil })
    let known = Set(taken)
    var budget = SearchBudget(steps: 1_000_000)
    for value in contract.parameters where !known.contains(value.name) {
      let nearest = free.nearest(to: value.name, atMost: 1, budget: &budget).first
      faults.append(
        "it gives '\(value.name)', which is not taken. "
          + (nearest.map { "Was '\($0)' meant?" } ?? "Remove it."))
    }
    return faults
  }

  private func fault(
    of value: KhalaDeclarations.Contract.Parameter, for parameter: KhalaRouteMap.Parameter
  ) -> String? {
    let wanted = TypeSpelling(parameter.type)
    let spellings = [value.type, value.resolvedType].compactMap(\.self).map(TypeSpelling.init)
    let isOptional = spellings.contains { $0.wrapped != nil }
    let fits = spellings.contains { given in
      let given = given.wrapped ?? given
      let wanted = wanted.wrapped ?? wanted
      return wanted.isAny || given.matches(wanted) || given.isText && !wanted.isOfTheLanguage
    }
    guard fits else {
      return """
        '\(value.name)' is \(value.type) here and \(parameter.type) there. Write the same type in \
        both.
        """
    }
    guard isOptional, parameter.isRequired, !captures.contains(value.name) else { return nil }
    return """
      '\(value.name)' may be nil here and is needed there. Make it \
      '\((spellings[0].wrapped ?? spellings[0]).text)', or give that parameter a default.
      """
  }

  // MARK: - The rest

  private var closures: [String] {
    let needed = function.closures.count(where: \.isRequired)
    let most = function.closures.count
    let given = contract.closureCount
    // A call without any closure has them filled in.
    if given > 0, given < needed {
      return ["it gives \(given) of \(needed) closures. Give all, or none."]
    }
    guard given > most else { return [] }
    return [
      "it gives \(given) closures, of which \(most == 0 ? "none is" : "only \(most) are") taken. "
        + "Remove the others."
    ]
  }

  private var result: [String] {
    // The type of such a property is not written.
    if function.isProperty, function.result == nil { return [] }
    let returned = TypeSpelling(function.result ?? "()")
    let expected = [contract.result ?? "()", contract.resolvedResult].compactMap(\.self)
      .map(TypeSpelling.init)
    if expected.contains(where: { $0.isAny || $0.matches(returned) }) { return [] }
    if let wrapped = returned.wrapped, expected.contains(where: { $0.matches(wrapped) }) {
      return ["the result may be nil there. Return '\(returned.text)'."]
    }
    // A result that always is there can be taken as one that may be missing.
    if expected.contains(where: { $0.wrapped.map { $0.isAny || $0.matches(returned) } ?? false }) {
      return []
    }
    guard let result = function.result else {
      return ["it expects \(contract.result ?? "()"), and nothing is returned. Return nothing."]
    }
    return [
      "it expects \(contract.result ?? "nothing") and \(result) is returned. Return '\(result)'."
    ]
  }

  private var waiting: [String] {
    guard !contract.isAsync else { return [] }
    let advice = "Make \(contract.function.map { "'\($0)'" } ?? "it") 'async' in the contract"
    if function.isAwaited {
      let why = function.isAsync ? "suspends" : "belongs to an actor"
      return ["the route \(why), and the function does not wait for it. \(advice)."]
    }
    // Contracts of earlier releases do not declare their isolation.
    guard function.isolation == "MainActor", let isolation = contract.isolation,
      isolation != "MainActor"
    else { return [] }
    guard isolation == "nonisolated" else {
      return [
        "the route belongs to the main actor, and the function to another, which does not wait "
          + "for it. \(advice)."
      ]
    }
    return [
      "the route belongs to the main actor, and the function, which does not wait for it, may be "
        + "called anywhere. \(advice), or mark it '@MainActor'."
    ]
  }
}
