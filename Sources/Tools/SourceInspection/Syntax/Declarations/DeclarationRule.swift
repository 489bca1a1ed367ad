import ModuleGraph

/// The rule for a macro or an attribute that declares something.
struct DeclarationRule: Sendable {
  /// The source of the name.
  enum Name: Sendable {
    /// The name is in the argument with this label.
    ///
    /// `_` means the first argument without a label.
    case argument(String)
    /// The name is in the first argument, or is the name of the declared type.
    case argumentOrType
    /// The name is the name of the macro, such as `#load`.
    case macro
    /// The name consists of both ends of a wire.
    case wire
  }

  let kind: ModuleGraph.Node.Kind
  let name: Name

  /// The label of the argument with the name.
  var label: String {
    if case .argument(let label) = name { label } else { "_" }
  }

  private init(_ kind: ModuleGraph.Node.Kind, _ name: Name) {
    self.kind = kind
    self.name = name
  }

  /// The rules, by macro or attribute.
  static let all: [String: DeclarationRule] = [
    "#rhea": DeclarationRule(.callback, .argument("time")),
    "#load": DeclarationRule(.callback, .macro),
    "#premain": DeclarationRule(.callback, .macro),
    "#appDidFinishLaunching": DeclarationRule(.callback, .macro),
    "@KhalaModule": DeclarationRule(.routeClass, .argumentOrType),
    "@KhalaCall": DeclarationRule(.contract, .argument("_")),
    "#observer": DeclarationRule(.observer, .argument("of")),
    "#task": DeclarationRule(.task, .argument("_")),
    "@EventTask": DeclarationRule(.task, .argumentOrType),
    "#notification": DeclarationRule(.task, .argument("_")),
    "@NotificationTask": DeclarationRule(.task, .argumentOrType),
    "#schedule": DeclarationRule(.task, .argument("_")),
    "@ScheduledTask": DeclarationRule(.task, .argumentOrType),
    "#timer": DeclarationRule(.task, .argument("_")),
    "@TimerTask": DeclarationRule(.task, .argumentOrType),
    "#job": DeclarationRule(.job, .argument("_")),
    "#bridge": DeclarationRule(.wire, .wire),
  ]
}
