"""A FastMCP server that asks: scalars, choices, an object with several fields, and a decline handled by the tool."""

from dataclasses import dataclass
from typing import Literal

from fastmcp import Context, FastMCP

mcp = FastMCP("Library")


@dataclass
class Loan:
    """What is borrowed."""

    title: str
    weeks: int
    renew: bool = False


@mcp.tool
async def lend(ctx: Context) -> str:
    """Asks for a loan as an object of several fields."""
    result = await ctx.elicit("What would you like to borrow?", response_type=Loan)
    if result.action != "accept":
        return f"nothing lent: {result.action}"
    return f"{result.data.title} for {result.data.weeks} weeks, renew: {result.data.renew}"


@mcp.tool
async def shelf(ctx: Context) -> str:
    """Asks for one of some choices."""
    result = await ctx.elicit("Which shelf?", response_type=Literal["poetry", "maps", "letters"])
    return f"shelf: {result.data}" if result.action == "accept" else f"no shelf: {result.action}"


@mcp.tool
def count(books: int) -> int:
    """Asks nothing."""
    return books + 1


if __name__ == "__main__":
    mcp.run(show_banner=False)
