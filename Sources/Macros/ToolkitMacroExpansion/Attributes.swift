package import SwiftSyntax

// What all macros that stand on declarations ask of them.

extension AttributeListSyntax {
  /// The attributes of a name, with or without a module before it.
  package func all(named name: String) -> [AttributeSyntax] {
    compactMap { element in
      guard case .attribute(let attribute) = element, attribute.lastName == name else { return nil }
      return attribute
    }
  }

  package func named(_ name: String) -> AttributeSyntax? { all(named: name).first }

  /// The global actor in the list: what is called `…Actor`, because syntax alone
  /// does not tell an actor from a macro or a wrapper.
  package var globalActor: String? {
    for case .attribute(let attribute) in self where attribute.lastName.hasSuffix("Actor") {
      return attribute.lastName
    }
    return nil
  }
}

extension AttributeSyntax {
  /// The name without a module before it.
  package var lastName: String {
    attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
  }
}

extension DeclModifierListSyntax {
  package func has(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) && $0.detail == nil }
  }

  /// The modifier that keeps a declaration to its file or type.
  package var privateModifier: DeclModifierSyntax? {
    first {
      $0.detail == nil
        && ($0.name.tokenKind == .keyword(.private) || $0.name.tokenKind == .keyword(.fileprivate))
    }
  }

  /// The modifier of what belongs to a type and not to an instance.
  package var typeModifier: DeclModifierSyntax? {
    first { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }
}
