// What a store keeps is made of TaskKit's values.
@_exported public import TaskKit
