import SwiftSyntax
import SwiftSyntaxMacros

/// The kind of place in which a record is declared.
enum RecordPlace {
  case fileScope
  case type

  /// Determines the place in which a macro was used.
  ///
  /// - Throws: An error at the macro if no record is possible there. (Extensions of protocols and
  ///   generic types in the program have the same syntax as other extensions. For these, the
  ///   compiler itself reports the stored property.)
  init(of node: some SyntaxProtocol, in context: some MacroExpansionContext) throws {
    let surroundings = context.lexicalContext
    guard let nearest = surroundings.first else {
      self = .fileScope
      return
    }
    if nearest.is(ProtocolDeclSyntax.self) {
      throw ExpansionError.error(
        "a record cannot be declared in a protocol; move it to file scope or into a type",
        id: "recordInProtocol", at: node)
    }
    guard nearest.isProtocol((any DeclGroupSyntax).self) else {
      throw ExpansionError.error(
        """
        a record cannot be declared inside a function, because it is part of the binary and not \
        of a call; move it to file scope or into a type
        """,
        id: ExpansionError.recordInFunction, at: node)
    }
    if let generic = surroundings.first(where: Self.isGeneric) {
      let name = generic.asProtocol((any NamedDeclSyntax).self)?.name.text
      throw Self.inGeneric(
        "inside \(name.map { "'\($0)', which is generic" } ?? "generic code")", node)
    }
    if let generic = surroundings.lazy.compactMap({ $0.as(ExtensionDeclSyntax.self) }).first(
      where: \.isKnownToBeGeneric)
    {
      let name = generic.extendedType.trimmedDescription
      throw Self.inGeneric("in an extension of '\(name)', which is generic or a protocol", node)
    }
    self = .type
  }

  private static func inGeneric(_ place: String, _ node: some SyntaxProtocol) -> any Error {
    ExpansionError.error(
      """
      a record cannot be declared \(place), because it would apply to many types at once; move it \
      to file scope or into a type that is not generic
      """,
      id: "recordInGeneric", at: node)
  }

  private static func isGeneric(_ syntax: Syntax) -> Bool {
    syntax.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
  }
}

extension ExtensionDeclSyntax {
  /// A Boolean value that indicates whether syntax alone shows that this extends a protocol, or a
  /// generic type without its arguments.
  ///
  /// This is the case if its constraints do not set an argument of the type, or if the type is one
  /// of the standard library.
  fileprivate var isKnownToBeGeneric: Bool {
    if let requirements = genericWhereClause?.requirements {
      return !requirements.contains { $0.requirement.is(SameTypeRequirementSyntax.self) }
    }
    if let name = extendedType.as(IdentifierTypeSyntax.self) {
      return name.genericArgumentClause == nil && Self.generic.contains(name.name.text)
    }
    guard let name = extendedType.as(MemberTypeSyntax.self),
      name.baseType.as(IdentifierTypeSyntax.self)?.name.text == "Swift"
    else { return false }
    return name.genericArgumentClause == nil
      && (Self.generic.contains(name.name.text) || Self.ambiguous.contains(name.name.text))
  }

  /// The generic types and protocols of the standard library with unambiguous names.
  private static let generic: Set = [
    "Array", "ArraySlice", "AsyncSequence", "BidirectionalCollection", "BinaryFloatingPoint",
    "BinaryInteger", "ClosedRange", "Comparable", "ContiguousArray", "Decodable", "Dictionary",
    "Encodable", "Equatable", "FixedWidthInteger", "FloatingPoint", "Hashable",
    "IteratorProtocol", "MutableCollection", "Numeric", "Optional", "RandomAccessCollection",
    "RangeReplaceableCollection", "Sequence", "StringProtocol",
  ]

  /// The generic types and protocols whose names a type of the program may also have.
  private static let ambiguous: Set = [
    "Collection", "Error", "Identifiable", "Range", "Result", "Set",
  ]
}
