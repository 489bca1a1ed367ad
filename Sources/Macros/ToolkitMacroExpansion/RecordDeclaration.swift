public import Declarations
import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// A record that a macro declares in the binary.
///
/// All macros of the toolkit create their records with this type. If you write a macro that wraps
/// one of these, it must also use this type. Otherwise, the compiler drops the records, because the
/// wrapped macro is nested in the expansion of yours.
///
/// ```swift
/// public static func expansion(
///   of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
/// ) throws -> [DeclSyntax] {
///   let arguments = MacroArguments(of: node)
///   let page = try arguments.required(arguments.function("page"), name: "page").function()
///   return try RecordDeclaration(
///     kind: "shop",
///     key: try arguments.required(arguments.unlabeled(0, name: "name"), name: "name").string(),
///     accessor: "return unsafe SectionRegistry.__provide(__out, __type, as: Page.self, \(page.expression))"
///   ).declarations(for: node, in: context)
/// }
/// ```
///
/// Rejected:
/// * Macros that expand to `#record`. The compiler drops records of macros inside an expansion
///   (swiftlang/swift#79235).
/// * Syntax nodes in place of text. The compiler parses the expansion again in any case, and to
///   parse it here as well would take longer than everything else.
///
/// The declarations are formatted source text that is not parsed, because the compiler parses it
/// anyway. A macro whose `formatMode` is `.disabled` does not change it.
public struct RecordDeclaration {
  /// The kind of the declaration.
  public var kind: RecordKind
  /// The name of the declaration.
  public var key: String
  /// The priority.
  ///
  /// Records with higher priorities come first.
  public var priority: Int32
  /// The Boolean properties of the record.
  ///
  /// With `unique`, two records with the same kind and key at file scope fail to link.
  public var flags: RecordFlags
  /// The data that tools can read in addition to the key.
  public var detail: [String: JSONValue]
  /// The data of one of the toolkit's own kinds.
  ///
  /// If it is set, `detail` is empty.
  private var schema: (any Encodable)?
  /// The statements of the accessor of the record.
  ///
  /// They can use `__out`, which is uninitialized memory for the value, and `__type`, which is a
  /// pointer to the requested `Any.Type`. They return whether they initialized `__out`. They must
  /// not capture values.
  public var accessor: CodeBlockItemListSyntax {
    get { "\(raw: accessorText)" }
    set { accessorText = newValue.description }
  }
  /// The statements of the accessor as text.
  ///
  /// Parsing them would take longer than everything else.
  private var accessorText: String
  /// The kind in the symbol name of a unique key, if several kinds share their keys.
  ///
  /// By default, the kind of the record.
  var symbolKind: RecordKind?
  /// The base of the unique name of the constant.
  ///
  /// The compiler creates the same unique name for the peers of all extensions in a file. A macro
  /// for extensions therefore chooses a different base for each.
  package var constantName = "record"

  public init(
    kind: RecordKind, key: String, priority: Int32 = 0, flags: RecordFlags = [],
    detail: [String: JSONValue] = [:], accessor: CodeBlockItemListSyntax
  ) {
    self.init(
      kind: kind, key: key, priority: priority, flags: flags, detail: detail,
      accessorText: accessor.description)
  }

  /// Creates a record with the text of its accessor.
  package init(
    kind: RecordKind, key: String, priority: Int32 = 0, flags: RecordFlags = [],
    detail: [String: JSONValue] = [:], accessorText: String
  ) {
    self.kind = kind
    self.key = key
    self.priority = priority
    self.flags = flags
    self.detail = detail
    self.accessorText = accessorText
  }

  /// Creates a record with one of the toolkit's own kinds.
  package init(
    kind: RecordKind, key: String, priority: Int32 = 0, flags: RecordFlags = [],
    schema: some Encodable, accessorText: String
  ) {
    self.init(kind: kind, key: key, priority: priority, flags: flags, accessorText: accessorText)
    self.schema = schema
  }

  /// The detail in the format of the record.
  private var detailText: String {
    get throws {
      let text = try schema?.jsonText() ?? JSONValue.object(detail).jsonText()
      return text == "{}" ? "" : text
    }
  }

  /// Returns the declarations that add the record to the binary.
  ///
  /// - Parameters:
  ///   - node: The use of the macro. The record has its source location.
  ///   - context: The context of the expansion.
  /// - Returns: A constant and, for a unique key at file scope, a symbol.
  /// - Throws: An error at the macro if no record is possible there.
  public func declarations(
    for node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try declarations(for: node, in: context, isMember: false)
  }

  /// Returns the declarations that add the record to the binary, as peers of the macro or as
  /// members of the type to which it is attached.
  ///
  /// A member is inside this type although the macro is not. Members are therefore possible at the
  /// top level of `main.swift`, where peers are not.
  package func declarations(
    for node: some SyntaxProtocol, in context: some MacroExpansionContext, isMember: Bool
  ) throws -> [DeclSyntax] {
    let location = try CodeLocation(of: node, in: context)
    try Self.rejectKeyPaths(of: node, around: context)
    let place = isMember ? .type : try RecordPlace(of: node, in: context)
    guard place == .type || location.file != "main.swift" else {
      throw ExpansionError.error(
        """
        a record cannot be declared at the top level of main.swift, whose constants are created \
        when the program runs; move it into a type or into another file, or replace main.swift \
        with a type with '@main'
        """,
        id: "recordInMainFile", at: node)
    }
    let fields = RecordFields(
      kind: kind, key: key, fileID: location.fileID, line: UInt32(clamping: location.line),
      column: UInt32(clamping: location.column ?? 1), priority: priority, flags: flags,
      detail: try detailText)
    if let misfit = fields.misfit {
      throw ExpansionError.error(
        "this cannot be declared: \(misfit)", id: "recordTooLarge", at: node)
    }
    var declarations = [
      constant(
        fields, place: place, name: context.makeUniqueName(constantName).text,
        accessor: SourceLayout(of: node, in: context).text(of: accessorText))
    ]
    if flags.contains(.unique), place == .fileScope {
      declarations.append(uniqueSymbol(name: context.makeUniqueName("unique").text))
    }
    return declarations
  }

  /// Throws an error if no record is possible inside the code around this place.
  ///
  /// Use it for a macro with an additional message for this case. The file is only checked by
  /// `declarations`, because the compiler takes long to provide its name.
  package static func checkPlace(
    of node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) throws {
    _ = try RecordPlace(of: node, in: context)
  }

  /// Throws an error if no record is possible in this place.
  ///
  /// The message is used inside a function.
  package static func checkPlace(
    of node: some SyntaxProtocol, in context: some MacroExpansionContext,
    inFunction message: String
  ) throws {
    do {
      try checkPlace(of: node, in: context)
    } catch let error as DiagnosticsError
      where error.diagnostics.contains(where: ExpansionError.isAboutRecordInFunction)
    {
      throw ExpansionError.error(message, id: ExpansionError.recordInFunction, at: node)
    }
  }

  /// Returns the name of the file in which a macro was used, without its folders.
  package static func fileName(
    of node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) -> String? {
    try? CodeLocation(of: node, in: context).file
  }

  /// Returns the constant that the compiler lays out as the record.
  ///
  /// Its tuple has no labels, because these would be part of its symbol name. Everything except the
  /// accessor is packed into words, because each number takes the compiler time. The accessor is
  /// `@Sendable`, so that the compiler reports which part of it belongs to an actor, and not that
  /// the constant does. The constant is deprecated, because the compiler already warns about
  /// deprecated code in the arguments of a macro, and would otherwise repeat the warning here.
  private func constant(
    _ fields: RecordFields, place: RecordPlace, name: String, accessor: String
  ) -> DeclSyntax {
    let words = fields.words(accessor: 0).map(Self.hexadecimal)
    let (before, after) = (words[..<Self.accessorIndex], words[(Self.accessorIndex + 1)...])
    return DeclSyntax(
      unparsed: """
        #if objectFormat(ELF)
        @section(".note.modkit")
        #elseif objectFormat(MachO)
        @section("__DATA_CONST,__modkit_rec")
        #endif
        @available(*, deprecated) @used private \(place == .type ? "static " : "")nonisolated let \(name): (\
        \(before.map { _ in "Swift::UInt64" }.joined(separator: ", ")), \
        @convention(c) (Swift::UnsafeMutableRawPointer, Swift::UnsafeRawPointer, \
        Swift::UnsafeRawPointer?, Swift::UInt) -> Swift::Bool, \
        \(after.map { _ in "Swift::UInt64" }.joined(separator: ", "))) = (
          \(before.joined(separator: ", ")),
          { @Sendable __out, __type, _, _ in
            \(accessor)
          },
          \(after.joined(separator: ", "))
        )
        """)
  }

  /// The index of the accessor in the words of a record.
  private static let accessorIndex = RecordLayout.accessorOffset / MemoryLayout<UInt64>.size

  /// Returns a symbol that only one module of an image can define.
  private func uniqueSymbol(name: String) -> DeclSyntax {
    DeclSyntax(
      unparsed: """
        @_cdecl("modkit$\(Self.symbolText((symbolKind ?? kind).description))$\(Self.symbolText(key))")
        public func \(name)() {}
        """)
  }

  /// Returns a text as part of a symbol.
  ///
  /// Printable ASCII characters are kept, so that the message of the linker is readable. Every
  /// other byte becomes `%` with two digits.
  private static func symbolText(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain = (0x21...0x7E).contains(byte) && !#"%"\"#.utf8.contains(byte)
      let hexadecimal = String(byte, radix: 16, uppercase: true)
      return isPlain
        ? String(UnicodeScalar(byte)) : "%" + (byte < 0x10 ? "0" : "") + hexadecimal
    }.joined()
  }

  private static func hexadecimal(_ value: some FixedWidthInteger) -> String {
    let digits = String(value, radix: 16)
    return "0x" + String(repeating: "0", count: value.bitWidth / 4 - digits.count) + digits
  }
}

extension DeclSyntax {
  /// Creates a declaration on a separate line of source text, without parsing it.
  ///
  /// The compiler parses the text of an expansion anyway. Parsing it here as well would take most of
  /// the time of an expansion.
  init(unparsed text: String) {
    self.init(MissingDeclSyntax(placeholder: .identifier("\n" + text)))
  }
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Encodable {
  /// Returns the value as JSON text.
  ///
  /// Keys are sorted, so equal values have equal texts.
  ///
  /// - Throws: An `EncodingError` for a number that JSON cannot represent, such as infinity.
  func jsonText() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

/// A JSON value, for the detail of a record.
public typealias JSONValue = DetailValue

extension DetailValue {
  /// Returns the value as JSON text.
  ///
  /// Keys are sorted, so equal values have equal texts.
  ///
  /// - Throws: An `EncodingError` for a number that JSON cannot represent, such as infinity.
  public func text() throws -> String { try jsonText() }
}
