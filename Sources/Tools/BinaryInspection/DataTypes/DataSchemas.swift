package import ModuleGraph

/// The types of all values that cross a boundary of a program: payloads, results, arguments, events
/// and relay values.
package struct DataSchemas: Sendable, Hashable {
  /// A declaration that sends, receives or stores values of a type.
  package struct Use: Sendable, Hashable {
    /// The part of the declaration that has the type.
    package enum Role: Sendable, Hashable {
      case payload
      case result
      case argument(String)
      case value
    }

    /// The kind of the declaration: `job`.
    package let kind: ModuleGraph.Node.Kind
    /// The name of the declaration: `Invoice`.
    package var name: String
    package let role: Role
    package var type: DataType
    package let module: String?
    package let place: CodeLocation?

    package init(
      kind: ModuleGraph.Node.Kind, name: String, role: Role, type: DataType,
      module: String? = nil, place: CodeLocation? = nil
    ) {
      self.kind = kind
      self.name = name
      self.role = role
      self.type = type
      self.module = module
      self.place = place
    }

    /// A Boolean value that indicates whether values of the use are stored, and read by later
    /// builds and by other processes.
    ///
    /// Other values never leave the process, so that a changed type can only break source.
    package var isStored: Bool { kind == .job }
  }

  /// The uses, sorted by kind, name and role.
  package var uses: [Use]
  /// The forms of the declared types by their qualified names.
  ///
  /// Every ``DataType/named(_:)`` in ``uses`` and in the forms has an entry.
  package var forms: [String: DataForm]

  package init(uses: [Use] = [], forms: [String: DataForm] = [:]) {
    self.uses = uses
    self.forms = forms
  }
}
