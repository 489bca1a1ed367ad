import ModuleGraph

/// A macro or an attribute that declares something.
struct DeclarationRule: Sendable {
  /// The source of the name.
  enum Name: Sendable {
    /// The argument with a label; `_` for the first if it has none.
    case argument(String)
    /// The first argument, or the type that the attribute is attached to.
    case argumentOrType
    /// The macro itself, as in `#load`.
    case macro
    /// Both ends of a wire.
    case wire
  }

  let kind: ModuleGraph.Node.Kind
  let name: Name

  /// The label of the argument that has the name.
  var label: String {
    if case .argument(let label) = name { label } else { "_" }
  }

  private init(_ kind: ModuleGraph.Node.Kind, _ name: Name) {
    self.kind = kind
    self.name = name
  }

  /// The rules by the macro or attribute.
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
