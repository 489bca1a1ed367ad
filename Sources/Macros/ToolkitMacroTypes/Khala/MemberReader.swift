import SwiftDiagnostics
import SwiftSyntax
import ToolkitMacroExpansion

/// Finds the routing functions in the members of a class.
struct MemberReader {
  let kind: RoutingClassSyntax.Kind
  let exportsAll: Bool
  /// The access level of members without their own.
  let access: Access
  private(set) var functions: [RoutingFunction] = []
  private(set) var problems: [Diagnostic] = []

  mutating func read(
    _ members: MemberBlockItemListSyntax, conditions: [RoutingFunction.Condition] = []
  ) {
    for member in members {
      if let function = member.decl.as(FunctionDeclSyntax.self) {
        read(function, conditions)
      } else if let variable = member.decl.as(VariableDeclSyntax.self) {
        read(variable, conditions)
      } else if let block = member.decl.as(IfConfigDeclSyntax.self) {
        read(block, conditions)
      }
    }
  }

  private mutating func read(
    _ function: FunctionDeclSyntax, _ conditions: [RoutingFunction.Condition]
  ) {
    // The name of an operator cannot be a path. In addition, operators are static.
    guard case .identifier = function.name.tokenKind,
      isExported(function.modifiers, function.attributes)
    else { return }
    collect { [kind, access] in
      [try RoutingFunction(function, in: kind, access: access, conditions: conditions)]
    }
  }

  private mutating func read(
    _ variable: VariableDeclSyntax, _ conditions: [RoutingFunction.Condition]
  ) {
    guard isExported(variable.modifiers, variable.attributes) else { return }
    let isMarked = variable.attributes.named("KhalaExported") != nil
    collect { [kind, access] in
      // Filtering the list itself would separate its elements from the source.
      try Array(variable.bindings).filter { isMarked || !$0.isStored }.map {
        try RoutingFunction(variable, $0, in: kind, access: access, conditions: conditions)
      }
    }
  }

  private mutating func read(
    _ block: IfConfigDeclSyntax, _ conditions: [RoutingFunction.Condition]
  ) {
    var earlier: [String] = []
    for (index, clause) in block.clauses.enumerated() {
      let own = clause.condition?.trimmedDescription
      let text = (earlier.map { "!(\($0))" } + (own.map { ["(\($0))"] } ?? []))
        .joined(separator: " && ")
      if let own { earlier.append(own) }
      guard case .decls(let members)? = clause.elements else { continue }
      read(
        members,
        conditions: conditions + [
          RoutingFunction.Condition(block: block.id, clause: index, text: text)
        ])
    }
  }

  private func isExported(
    _ modifiers: DeclModifierListSyntax, _ attributes: AttributeListSyntax
  ) -> Bool {
    guard modifiers.typeModifier == nil, modifiers.privateModifier == nil,
      attributes.named("KhalaIgnored") == nil, !attributes.isUnavailable
    else { return false }
    return exportsAll || attributes.named("KhalaExported") != nil
  }

  private mutating func collect(_ read: () throws -> [RoutingFunction]) {
    do {
      functions += try read()
    } catch let error as DiagnosticsError {
      problems += error.diagnostics
    } catch {
      assertionFailure("Reading a member throws nothing but diagnostics: \(error)")
    }
  }

  /// Reports functions that calls cannot distinguish.
  mutating func checkOverloads() {
    for (index, function) in functions.enumerated() {
      guard
        let earlier = functions[..<index].first(where: {
          $0.name == function.name && $0.signature == function.signature
            && $0.canCoexist(with: function)
        })
      else { continue }
      let names = function.values.map { "'\($0.name)'" }.joined(separator: ", ")
      let error = ExpansionError.error(
        """
        no call can tell '\(function.description)' from '\(earlier.description)': overloads are \
        distinguished by the names of their values and the number of their closures, and both take \
        \(names.isEmpty ? "no values" : names); rename one, or mark it with '@KhalaIgnored'
        """,
        id: "sameOverload", at: function.node,
        fixIts: function.declaration.map { [Marker.fixIt(adding: "@KhalaIgnored", to: $0)] } ?? [])
      problems += error.diagnostics
    }
  }
}

extension RoutingFunction {
  /// The method or property of the function.
  var declaration: DeclSyntax? {
    sequence(first: node, next: \.parent).lazy
      .compactMap { DeclSyntax($0) }
      .first { $0.is(FunctionDeclSyntax.self) || $0.is(VariableDeclSyntax.self) }
  }
}
