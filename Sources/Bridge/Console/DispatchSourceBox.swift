import Dispatch

/// A dispatch source that several threads may hold.
///
/// Unchecked, because libdispatch documents its objects as safe to use from any
/// thread and only its Swift view does not say so. The handlers are set before
/// the source is shared.
struct DispatchSourceBox<Source>: @unchecked Sendable {
  let source: Source
}
