package import SwiftSyntax

// The requirements of all macros that are attached to declarations.

extension AttributeListSyntax {
  /// Returns the attributes with this name, with or without a module.
  package func all(named name: String) -> [AttributeSyntax] {
    compactMap { element in
      guard case .attribute(let attribute) = element, attribute.lastName == name else { return nil }
      return attribute
    }
  }

  package func named(_ name: String) -> AttributeSyntax? { all(named: name).first }

  /// The name of the global actor in the list.
  ///
  /// Syntax does not distinguish actors from macros and property wrappers, so every name that ends
  /// with `Actor` counts as one.
  package var globalActor: String? {
    for case .attribute(let attribute) in self where attribute.lastName.hasSuffix("Actor") {
      return attribute.lastName
    }
    return nil
  }
}

extension AttributeSyntax {
  /// The name without a module.
  package var lastName: String {
    attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
  }
}

extension DeclModifierListSyntax {
  package func has(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) && $0.detail == nil }
  }

  /// The modifier that makes a declaration private to its file or type.
  package var privateModifier: DeclModifierSyntax? {
    first {
      $0.detail == nil
        && ($0.name.tokenKind == .keyword(.private) || $0.name.tokenKind == .keyword(.fileprivate))
    }
  }

  /// The modifier of members that belong to a type and not to an instance.
  package var typeModifier: DeclModifierSyntax? {
    first { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }
}
