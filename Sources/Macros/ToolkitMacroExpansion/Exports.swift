// A macro that declares records uses their kinds and flags.
@_exported public import Declarations
