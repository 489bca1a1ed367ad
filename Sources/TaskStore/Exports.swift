// The API of a store uses TaskKit's types.
@_exported public import TaskKit
