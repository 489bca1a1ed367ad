/// The symbols in the index for the names, constants and declarations of a source.
struct SourceSymbols: Sendable, Equatable {
  /// The type of a declaration, such as `Login` in `@EventTask enum Login` and `#job(Login.self)`.
  struct DeclaredType: Sendable, Equatable {
    var usr: String
    /// The line of the attribute or macro, counted from 1, as in the record of the declaration.
    var line: Int
    /// A Boolean value that indicates whether the declaration takes its name from the type.
    var isName = false
  }

  /// The symbols of members and types, by the position of the name in the outline.
  var names: [TextPosition: String] = [:]
  /// The symbols of constants, by the position of the property's name.
  var constants: [TextPosition: String] = [:]
  /// The types of declarations, by the position of the declaration's name.
  var types: [TextPosition: DeclaredType] = [:]

  init() {}

  /// Finds the symbols of an outline among the occurrences of its record.
  ///
  /// A symbol only matches a name if both are spelled alike, because the source may have changed
  /// since the compiler wrote the index.
  init(of outline: SourceOutline, in occurrences: [IndexOccurrence]) {
    let lines = Dictionary(grouping: occurrences.filter { !$0.roles.contains(.implicit) }) {
      $0.line
    }
    for name in outline.names where name.form != .literal {
      names[name.range.start] = Self.symbol(of: name, in: lines)
    }
    for constant in outline.constants {
      constants[constant.memberRange.start] = Self.symbol(of: constant, in: lines, occurrences)
    }
    for declaration in outline.declarations {
      types[declaration.nameRange.start] = Self.type(of: declaration, in: occurrences)
    }
  }

  private static func symbol(
    of name: SourceName, in lines: [Int: [IndexOccurrence]]
  ) -> String? {
    // `Module.Login`: the last component is the type.
    let text = name.text.split(separator: ".").last.map(String.init) ?? name.text
    let candidates = lines[name.range.start.line + 1, default: []].filter {
      $0.name == text && $0.roles.contains(.reference) && ($0.kind.isValue || $0.kind.isType)
        && name.range.touches($0.position)
    }
    return candidates.last?.usr
  }

  private static func symbol(
    of constant: SourceConstant, in lines: [Int: [IndexOccurrence]],
    _ occurrences: [IndexOccurrence]
  ) -> String? {
    func isDefinition(_ occurrence: IndexOccurrence) -> Bool {
      occurrence.name == constant.member && occurrence.kind.isValue
        && !occurrence.roles.isDisjoint(with: [.definition, .declaration])
    }
    let start = constant.memberRange.start
    let there = lines[start.line + 1, default: []].first {
      isDefinition($0) && $0.position == start
    }
    if let there { return there.usr }
    // The constant has moved since the compiler wrote the index.
    let others = Set(occurrences.filter(isDefinition).map(\.usr))
    return others.count == 1 ? others.first : nil
  }

  private static func type(
    of declaration: SourceDeclaration, in occurrences: [IndexOccurrence]
  ) -> DeclaredType? {
    let inside = occurrences.filter {
      declaration.range.touches($0.position) && !$0.roles.contains(.implicit)
    }
    // `#job(Login.self)` names a type, and `@EventTask enum Login` defines one.
    let named = inside.first {
      $0.kind.isType && $0.name == declaration.name
        && declaration.nameRange.touches($0.position)
    }
    let type = named ?? inside.first { $0.kind.isType && $0.roles.contains(.definition) }
    guard let type else { return nil }
    let attribute = inside.first {
      $0.position < type.position && ToolkitModules.isMacro(usr: $0.usr)
    }
    let line = attribute?.line ?? declaration.range.start.line + 1
    return DeclaredType(usr: type.usr, line: line, isName: named != nil)
  }
}

extension IndexOccurrence {
  /// The position, counted from 0.
  var position: TextPosition { TextPosition(line: line - 1, column: column - 1) }
}
