/// Declares a callback for ``RheaEvent/load``, which runs before `main`, when its image has been
/// loaded.
///
/// Keep it short, as the program waits for it. Other images may not be
/// initialized yet. In a program with the standard library linked in, that
/// library is not ready before `main`, and the callback runs when the program
/// first uses RheaTime, at the latest when it launches.
@freestanding(declaration)
public macro load(
  func: @escaping @MainActor () throws -> Void
) = #externalMacro(module: "RecordMacros", type: "LoadMacro")

/// Declares a callback for ``RheaEvent/load`` that takes the context.
@freestanding(declaration)
public macro load(
  func: @escaping @MainActor (RheaContext) throws -> Void
) = #externalMacro(module: "RecordMacros", type: "LoadMacro")

/// Declares a callback for ``RheaEvent/load`` that may suspend.
@freestanding(declaration)
public macro load(
  func: @escaping @MainActor () async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "LoadMacro")

/// Declares a callback for ``RheaEvent/load`` that takes the context and
/// may suspend.
@freestanding(declaration)
public macro load(
  func: @escaping @MainActor (RheaContext) async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "LoadMacro")

/// Declares a callback for ``RheaEvent/premain``, which runs before `main`, when all images have
/// been loaded.
///
/// Keep it short, because the program waits for it. In a program with a statically linked standard
/// library, it runs when the program first uses RheaTime, at the latest when it launches.
@freestanding(declaration)
public macro premain(
  func: @escaping @MainActor () throws -> Void
) = #externalMacro(module: "RecordMacros", type: "PremainMacro")

/// Declares a callback for ``RheaEvent/premain`` that takes the context.
@freestanding(declaration)
public macro premain(
  func: @escaping @MainActor (RheaContext) throws -> Void
) = #externalMacro(module: "RecordMacros", type: "PremainMacro")

/// Declares a callback for ``RheaEvent/premain`` that may suspend.
@freestanding(declaration)
public macro premain(
  func: @escaping @MainActor () async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "PremainMacro")

/// Declares a callback for ``RheaEvent/premain`` that takes the context and
/// may suspend.
@freestanding(declaration)
public macro premain(
  func: @escaping @MainActor (RheaContext) async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "PremainMacro")

/// Declares a callback for ``RheaEvent/appDidFinishLaunching``, which runs when the main loop runs.
@freestanding(declaration)
public macro appDidFinishLaunching(
  func: @escaping @MainActor () throws -> Void
) = #externalMacro(module: "RecordMacros", type: "AppDidFinishLaunchingMacro")

/// Declares a callback for ``RheaEvent/appDidFinishLaunching`` that takes the context.
@freestanding(declaration)
public macro appDidFinishLaunching(
  func: @escaping @MainActor (RheaContext) throws -> Void
) = #externalMacro(module: "RecordMacros", type: "AppDidFinishLaunchingMacro")

/// Declares a callback for ``RheaEvent/appDidFinishLaunching`` that may suspend.
@freestanding(declaration)
public macro appDidFinishLaunching(
  func: @escaping @MainActor () async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "AppDidFinishLaunchingMacro")

/// Declares a callback for ``RheaEvent/appDidFinishLaunching`` that takes the context and
/// may suspend.
@freestanding(declaration)
public macro appDidFinishLaunching(
  func: @escaping @MainActor (RheaContext) async throws -> Void
) = #externalMacro(module: "RecordMacros", type: "AppDidFinishLaunchingMacro")
