import SwiftSyntax

/// Finds the structures whose encoded form their source shows.
///
/// A structure is omitted if anything in it may change its form: a written conformance, a property
/// wrapper, raw values of coding keys, `#if`, or a property without a type.
struct StructureReader {
  private(set) var structures: [FoundStructure] = []

  /// Reads a structure.
  mutating func read(_ structure: StructDeclSyntax) {
    guard Self.isCodable(structure), structure.attributes.isEmpty,
      structure.genericParameterClause == nil, let name = Self.path(of: structure)
    else { return }
    var form = Form()
    for member in structure.memberBlock.members {
      guard form.add(member.decl) else { return }
    }
    structures.append(
      FoundStructure(
        name: name, nameRange: structure.name.trimmedOffsets, fields: form.encodedFields,
        statesKeys: form.keys != nil))
  }

  private static func isCodable(_ structure: StructDeclSyntax) -> Bool {
    structure.inheritanceClause?.inheritedTypes.contains {
      $0.type.lastName == "Codable"
    } ?? false
  }

  /// The maximum number of syntax nodes around a structure.
  private static let deepest = 64

  /// Returns the name with the enclosing types, or `nil` if the structure is inside a function.
  private static func path(of structure: StructDeclSyntax) -> String? {
    var path = [structure.name.plainText]
    var node = structure.parent
    for _ in 0..<deepest {
      guard let current = node else { return path.joined(separator: ".") }
      if current.is(CodeBlockSyntax.self) || current.is(ClosureExprSyntax.self) { return nil }
      if let type = current.as(ExtensionDeclSyntax.self) {
        path.insert(type.extendedType.trimmedDescription, at: 0)
      } else if let type = current.asProtocol((any NamedDeclSyntax).self) {
        path.insert(type.name.plainText, at: 0)
      }
      node = current.parent
    }
    return nil
  }

  /// The stored properties and the coding keys of a structure.
  private struct Form {
    private var fields: [FoundStructure.Field] = []
    private(set) var keys: Set<String>?

    /// The properties that synthesized code encodes.
    var encodedFields: [FoundStructure.Field] {
      fields.filter { keys?.contains($0.key) ?? true }
    }

    /// Adds a member.
    ///
    /// - Returns: Whether the form is still known.
    mutating func add(_ member: DeclSyntax) -> Bool {
      switch member.kind {
      case .variableDecl: add(member.cast(VariableDeclSyntax.self))
      case .enumDecl: add(member.cast(EnumDeclSyntax.self))
      case .initializerDecl:
        member.cast(InitializerDeclSyntax.self)
          .signature.parameterClause.parameters.first?.firstName.text != "from"
      case .functionDecl: member.cast(FunctionDeclSyntax.self).name.text != "encode"
      case .ifConfigDecl, .macroExpansionDecl: false
      default:
        member.asProtocol((any NamedDeclSyntax).self)?.name.text != "CodingKeys"
      }
    }

    private mutating func add(_ variable: VariableDeclSyntax) -> Bool {
      let modifiers = variable.modifiers.map(\.name.tokenKind)
      if modifiers.contains(.keyword(.static)) { return true }
      guard variable.attributes.isEmpty, !modifiers.contains(.keyword(.lazy)) else { return false }
      for binding in variable.bindings where !binding.isComputed {
        // A constant with a value is encoded, but not decoded.
        guard let type = binding.typeAnnotation?.type,
          let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
          binding.initializer == nil || variable.bindingSpecifier.tokenKind == .keyword(.var)
        else { return false }
        fields.append(
          FoundStructure.Field(key: name.plainText, type: type.trimmedDescription))
      }
      return true
    }

    private mutating func add(_ type: EnumDeclSyntax) -> Bool {
      guard type.name.text == "CodingKeys" else { return true }
      var keys: Set<String> = []
      for member in type.memberBlock.members {
        guard let elements = member.decl.as(EnumCaseDeclSyntax.self)?.elements,
          elements.allSatisfy({ $0.rawValue == nil })
        else { return false }
        keys.formUnion(elements.map(\.name.plainText))
      }
      self.keys = keys
      return true
    }
  }
}

extension TokenSyntax {
  /// The identifier without backticks.
  fileprivate var plainText: String { identifier?.name ?? text }
}

/// A structure with its encoded fields, with the offsets of its bytes.
struct FoundStructure {
  typealias Field = SourceStructure.Field

  let name: String
  let nameRange: Range<Int>
  let fields: [Field]
  let statesKeys: Bool
}
