/// A function with `@KhalaCall`.
struct ContractFunction: Sendable, Equatable {
  var usr: String
  var name: String
  /// The line of the attribute, counted from 1, as in the record of the contract.
  var line: Int

  /// Finds the functions with the attribute among the occurrences of a source.
  ///
  /// An attribute belongs to the next function definition.
  static func all(in occurrences: [IndexOccurrence]) -> [ContractFunction] {
    let written = occurrences.filter { !$0.roles.contains(.implicit) }
      .sorted { $0.position < $1.position }
    var functions: [ContractFunction] = []
    var attribute: IndexOccurrence?
    for occurrence in written {
      if occurrence.kind == .macro {
        guard ToolkitModules.isContractMacro(usr: occurrence.usr, name: occurrence.name) else {
          continue
        }
        attribute = occurrence
      } else if let line = attribute?.line, occurrence.isDefinedFunction {
        functions.append(
          ContractFunction(usr: occurrence.usr, name: occurrence.name, line: line))
        attribute = nil
      }
    }
    return functions
  }
}

/// A call of a function with `@KhalaCall`, or another mention of its name.
struct ContractReference: Sendable, Equatable {
  var usr: String
  var position: TextPosition
  var isCall: Bool

  /// Finds the references to functions among the occurrences of a source.
  static func all(
    to functions: Set<String>, in occurrences: [IndexOccurrence]
  ) -> [ContractReference] {
    occurrences.filter {
      functions.contains($0.usr) && $0.roles.contains(.reference)
        && !$0.roles.contains(.implicit)
    }.map {
      ContractReference(
        usr: $0.usr, position: $0.position, isCall: $0.roles.contains(.call))
    }
  }
}

extension IndexOccurrence {
  fileprivate var isDefinedFunction: Bool {
    kind.isFunction && !roles.isDisjoint(with: [.definition, .declaration])
  }
}
