# Made from the OpenAPI document by "npm run make".
"""Client of the Market-Data Query Service: one file, no dependencies, Python 3.9 or newer.

    from market_data import MarketData

    client = MarketData(key="mdk_test_ok")  # the sandbox: made-up figures, for everybody
    answer = client.market_focus(category="Home & Living")
    print(answer.data["focus"]["totalAmount"], answer.receipt.charged)

Address and key are those in MDQ_URL and MDQ_KEY where they are not given.

A call that fails on the way is tried again under the same Idempotency-Key, so it is never charged twice.
"""

from __future__ import annotations

import email.message
import hashlib
import http.client
import json
import os
import re
import socket
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass, replace
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Generic,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Tuple,
    TypedDict,
    TypeVar,
    Union,
    cast,
)

if TYPE_CHECKING:
    import pandas  # type: ignore[import-untyped,import-not-found,unused-ignore]

API_VERSION = "2026-06-09"

__all__ = ["SANDBOX_KEY", "Answer", "ErrorKind", "MarketData", "MarketDataError", "Receipt"]

#: The public key of the sandbox: made-up figures, for everybody.
SANDBOX_KEY = "mdk_test_ok"

#: What is to be done about an error. `charge-unknown`: repeat the call under its `idempotency_key`.
ErrorKind = Literal[
    "bad-request",
    "invalid-key",
    "not-enough-points",
    "above-max-points",
    "key-limit",
    "forbidden",
    "not-allowed",
    "not-found",
    "too-many-requests",
    "charge-unknown",
    "unavailable",
]

T = TypeVar("T")

#: A parameter that is left out: `None` is a value that is missing by mistake.
_LEFT_OUT: Any = object()


class MetaCategories(TypedDict):
    categories: List[str]


class MetaSubCategories(TypedDict):
    category: str
    subCategories: List[str]


class OverviewPaymentItem(TypedDict):
    name: str
    count: int
    percent: str


class OverviewPayment(TypedDict):
    type: Literal["overview-payment"]
    start: str
    end: str
    items: List[OverviewPaymentItem]


class OverviewRankingItem(TypedDict):
    name: str
    producttypename: str
    total_amount: float
    trade_count: int
    avg_amount: float
    top_subs: List[str]


class OverviewRanking(TypedDict):
    type: Literal["overview-ranking"]
    start: str
    end: str
    items: List[OverviewRankingItem]


class _OverviewGrowthItem(TypedDict):
    producttypename: str
    current_amount: float
    previous_amount: float
    growth_rate: float
    current_count: int
    previous_count: int
    count_growth_rate: float


class OverviewGrowthItem(_OverviewGrowthItem, total=False):
    suppressed: Literal[True]


class OverviewGrowth(TypedDict):
    type: Literal["overview-growth"]
    start: str
    end: str
    items: List[OverviewGrowthItem]


class _TrendPoint(TypedDict):
    month: str
    total_amount: float
    trade_count: int
    avg_amount: float


class TrendPoint(_TrendPoint, total=False):
    week_start: str
    week_end: str
    suppressed: Literal[True]


class TrendsOverview(TypedDict):
    type: Literal["overview"]
    start: str
    end: str
    granularity: Union[Literal["week"], Literal["month"]]
    trend: List[TrendPoint]


class MarketPayment(TypedDict):
    type: Literal["market-payment"]
    category: str
    start: str
    end: str
    items: List[OverviewPaymentItem]


class MarketSubRankingItem(TypedDict):
    name: str
    total_amount: float
    trade_count: int
    avg_amount: float


class MarketSubRanking(TypedDict):
    type: Literal["market-sub-ranking"]
    category: str
    start: str
    end: str
    items: List[MarketSubRankingItem]


class _Focus(TypedDict):
    tradeCount: int
    totalAmount: float
    avgAmount: float
    merchantCount: int
    audienceCount: int
    audienceTradeCount: int
    audienceAmount: float
    frequency: float
    arpu: float


class Focus(_Focus, total=False):
    suppressed: Literal[True]
    audienceSuppressed: Literal[True]


class MarketFocus(TypedDict):
    type: Literal["market-focus"]
    category: str
    start: str
    end: str
    focus: Focus
    prevFocus: Optional[Focus]


class TrendsMarket(TypedDict):
    type: Literal["market"]
    category: str
    start: str
    end: str
    granularity: Union[Literal["week"], Literal["month"]]
    trend: List[TrendPoint]


class SubMarketRelatedPurchasesItem(TypedDict):
    category: str
    subCategory: str
    memberCount: int
    percent: float


class SubMarketRelatedPurchases(TypedDict):
    type: Literal["sub-market-related-purchases"]
    category: str
    subCategory: str
    start: str
    end: str
    items: List[SubMarketRelatedPurchasesItem]


class TrendsSubMarket(TypedDict):
    type: Literal["sub-market"]
    category: str
    subCategory: str
    start: str
    end: str
    granularity: Union[Literal["week"], Literal["month"]]
    trend: List[TrendPoint]


class SubMarketFocus(TypedDict):
    type: Literal["sub-market-focus"]
    category: str
    subCategory: str
    start: str
    end: str
    focus: Focus
    prevFocus: Optional[Focus]


class SubMarketTagsItem(TypedDict):
    key: str
    value: str
    count: int
    percent: float


class SubMarketTags(TypedDict):
    type: Literal["sub-market-tags"]
    category: str
    subCategory: str
    start: str
    end: str
    items: List[SubMarketTagsItem]


class AccountKey(TypedDict):
    id: str
    last4: str
    paths: Optional[List[str]]
    categories: Optional[List[str]]


class AccountPrice(TypedDict):
    path: str
    base: int
    kind: Union[Literal["fixed"], Literal["per-period"]]


class AccountDataCoverage(TypedDict):
    start: str
    end: str


class AccountDataPrivacy(TypedDict):
    min_people: int
    min_merchants: int
    max_share: int


class AccountData(TypedDict):
    version: int
    coverage: AccountDataCoverage
    default_period: AccountDataCoverage
    period_days: int
    granularity: Union[Literal["week"], Literal["month"]]
    default_category: str
    default_sub: str
    currency: Optional[str]
    time_zone: str
    privacy: Optional[AccountDataPrivacy]


class Account(TypedDict):
    account: str
    balance: int
    key: AccountKey
    prices: List[AccountPrice]
    data: Optional[AccountData]


class AccountPointsGrant(TypedDict):
    id: int
    kind: str
    points: int
    left: int
    time: str
    expires: Optional[str]
    reference: Optional[str]


class AccountPoints(TypedDict):
    balance: int
    grants: List[AccountPointsGrant]


class AccountQuote(TypedDict):
    path: str
    points: int
    start: Optional[str]
    end: Optional[str]
    days: int
    periods: int
    balance: int
    category: Optional[str]
    subCategory: Optional[str]
    fallback: List[Union[Literal["category"], Literal["sub"]]]
    ignored: List[str]
    days_outside: int


class AccountUsageDayPath(TypedDict):
    path: str
    calls: int
    points: int


class AccountUsageDay(TypedDict):
    day: str
    calls: int
    points: int
    paths: List[AccountUsageDayPath]


class AccountUsage(TypedDict):
    start: str
    end: str
    calls: int
    points: int
    days: List[AccountUsageDay]
    paths: List[AccountUsageDayPath]


class AccountStatementGranted(TypedDict):
    id: int
    time: str
    kind: str
    points: int
    reference: Optional[str]
    of_grant: Optional[int]


class AccountStatementKey(TypedDict):
    id: str
    name: str
    last4: str
    calls: int
    points: int


class AccountStatement(TypedDict):
    account: str
    month: str
    time_zone: str
    opening: int
    granted: List[AccountStatementGranted]
    refunded: List[AccountStatementGranted]
    taken: List[AccountStatementGranted]
    expired: List[AccountStatementGranted]
    paths: List[AccountUsageDayPath]
    keys: List[AccountStatementKey]
    closing: int
    final: bool


class CallKey(TypedDict):
    id: str
    last4: str


class Call(TypedDict):
    time: str
    path: str
    key: CallKey
    points: int
    parameters: Optional[Dict[str, str]]
    idempotency_key: Optional[str]
    request_id: str
    balance: int


class AccountCalls(TypedDict):
    calls: List[Call]


@dataclass(frozen=True)
class Receipt:
    """What a call cost and what is left; None where the service did not say."""

    charged: Optional[int]
    balance: Optional[int]
    request_id: Optional[str]
    #: The call was paid before, under the same idempotency key: this one cost nothing.
    is_replayed: bool


@dataclass(frozen=True)
class Answer(Generic[T]):
    data: T
    receipt: Receipt
    #: Parameters whose value names nothing, so that the default was used: `data` echoes it.
    fallback: Tuple[str, ...]
    #: Parameters that were sent and that the path does not take.
    ignored: Tuple[str, ...]
    #: Days of the range that are outside the data, which are free.
    days_outside: int
    #: The figures are made up, and nothing was charged.
    is_sandbox: bool
    #: Number of the published data that the answer is from.
    data_version: Optional[int]
    #: First and last day of the period that `data` is compared with; None where it compares nothing.
    compared: Optional[Tuple[str, str]]
    #: Cells behind the answer that are not shown, to protect people; None where the service shows all.
    suppressed: Optional[int]
    #: Names this answer, to ask later whether it has changed.
    etag: Optional[str] = None
    #: It is the `previous` answer: data and program have not changed since, and the call cost nothing.
    is_unchanged: bool = False

    def rows(self) -> List[Dict[str, Any]]:
        """What the answer lists, one dictionary each; key figures as one row for each period."""
        data = cast(Dict[str, Any], self.data)
        for value in data.values():
            if isinstance(value, list):
                return [item if isinstance(item, dict) else {"name": item} for item in value]
        if "focus" in data:
            periods = (("current", data["focus"]), ("previous", data["prevFocus"]))
            return [{"period": name, **figures} for name, figures in periods if figures is not None]
        return [data]

    def frame(self) -> pandas.DataFrame:
        """The rows as a pandas DataFrame. Needs pandas, which is not part of this file."""
        try:
            import pandas
        except ModuleNotFoundError as error:
            raise ModuleNotFoundError(
                "frame() needs pandas: install it, or use rows()", name=error.name
            ) from None
        return pandas.DataFrame(self.rows())


class MarketDataError(Exception):
    """A call that was not answered."""

    def __init__(
        self,
        status: int,
        code: Optional[str],
        msg: str,
        data: Optional[Dict[str, Any]],
        receipt: Receipt,
        idempotency_key: Optional[str] = None,
    ) -> None:
        super().__init__(f"{status} {msg}" if status else msg)
        #: The HTTP status; 0 where no answer arrived.
        self.status = status
        #: What is wrong, for programs: the `x-error-code`; `charge_unknown` also where the answer was lost. None if a
        #: proxy answered.
        self.code = code
        self.msg = msg
        self.kind: ErrorKind = _kind(status, code)
        #: With 402: `balance` and `required`, and `left` and `resets` of a limit; with 404: `did_you_mean`, if a path is close.
        self.data = data
        self.receipt = receipt
        #: The key that the call was sent under: with it, the same call is charged once in all.
        self.idempotency_key = idempotency_key

    def __reduce__(self) -> Tuple[Any, ...]:
        """So that it can come from another process."""
        details = (self.status, self.code, self.msg, self.data, self.receipt, self.idempotency_key)
        return MarketDataError, details


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The service sends none, and a key must not follow one to another host."""

    def redirect_request(self, *_: Any) -> None:
        return None


class _Tries:
    """What became of the tries of one call."""

    #: One of them may have been charged, although its answer was lost.
    is_one_lost = False


class MarketData:
    """Every path as a method. `max_points` refuses calls that cost more; `strict=False` answers what would
    be a fall-back or an ignored parameter, instead of refusing it. Both can be given for a single call as
    well. `budget` is what all calls of this client may cost together. `timeout` is how long the service may be
    silent, and `total_timeout` how long a call may take with its retries, both in seconds.
    """

    def __init__(
        self,
        base_url: Optional[str] = None,
        key: Optional[str] = None,
        *,
        max_points: Optional[int] = None,
        strict: bool = True,
        budget: Optional[int] = None,
        retries: int = 2,
        timeout: float = 30.0,
        total_timeout: float = 120.0,
    ) -> None:
        self._base_url = (base_url or os.environ.get("MDQ_URL", "")).rstrip("/")
        # An empty key is one that was not found: another account's must not be used instead.
        self._key = (os.environ.get("MDQ_KEY", "") if key is None else key).strip()
        if not self._base_url or not self._key:
            raise ValueError("MarketData needs base_url and key, or the variables MDQ_URL and MDQ_KEY")
        if not _is_address(self._base_url):
            raise ValueError("base_url must be an address such as http://127.0.0.1:8080")
        if not self._key.isascii() or not self._key.isprintable():
            raise ValueError("the key must be letters, digits, _ and - only")
        if not isinstance(retries, int) or retries < 0:
            raise ValueError("retries must be a whole number, 0 or more")
        if budget is not None and (not isinstance(budget, int) or budget < 0):
            raise ValueError("budget must be a whole number of points, 0 or more")
        self._left = budget
        self._turn = threading.Lock()
        self._max_points = max_points
        self._strict = strict
        self._retries = retries
        self._timeout = timeout
        self._total_timeout = total_timeout
        self._opener = urllib.request.build_opener(_NoRedirects)

    def meta_categories(
        self,
        *,
        max_points: Optional[int] = None,
        strict: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        previous: Optional[Answer[MetaCategories]] = None,
    ) -> Answer[MetaCategories]:
        """List the main categories. Names of all main categories, best-selling in the default period
        first. Start here.
        """
        return self.get("/api/public/meta/categories", None, max_points=max_points, strict=strict, idempotency_key=idempotency_key, previous=previous)

    def meta_sub_categories(
        self,
        category: str = _LEFT_OUT,
        *,
        max_points: Optional[int] = None,
        strict: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        previous: Optional[Answer[MetaSubCategories]] = None,
    ) -> Answer[MetaSubCategories]:
        """List the sub-categories of a main category. Names of the sub-categories of one main
        category, best-selling in the default period first.
        """
        return self.get("/api/public/meta/sub-categories", {"category": category}, max_points=max_points, strict=strict, idempotency_key=idempotency_key, previous=previous)

    def overview_payment(
        self,
        *,
        max_points: Optional[int] = None,
        strict: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        previous: Optional[Answer[OverviewPayment]] = None,
    ) -> Answer[OverviewPayment]:
        """Payment methods of the whole market. How the orders of the whole market were paid over the
        default period.
        """
        return self.get("/api/public/overview/payment", None, max_points=max_points, strict=strict, idempotency_key=idempotency_key, previous=previous)

    def overview_ranking(
        self,
        *,
        max_points: Optional[int] = None,
        strict: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        previous: Optional[Answer[OverviewRanking]] = None,
    ) -> Answer[OverviewRanking]:
        """Ranking of the main categories. The main categories by amount over the default period, each
        with its three best-selling sub-categories.
        """
        return self.get("/api/public/overview/ranking", None, max_points=max_points, strict=strict, idempotency_key=idempotency_key, previous=previous)

    def overview_growth(
        self,
        *,
        max_points: Optional[int] = None,
        strict: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        previous: Optional[Answer[OverviewGrowth]] = None,
    ) -> Answer[OverviewGrowth]:
        """Growth of the main categories. Amount and orders of every main category in the default
        period, compared with the previous period. Where the data begins later, the newer half of
        its full weeks is compared with the older half.
        """
        return self.get("/api/public/overview/growth", None, max_points=max_points, strict=strict, idempotency_key=idempotency_key, previous=previous)

    def trends_overview(
        self,
        *,
        max_points: Optional[int] = None,
        strict: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        previous: Optional[Answer[TrendsOverview]] = None,
    ) -> Answer[TrendsOverview]:
        """Weekly trend of the whole market. Amount, orders and average order value of the whole
        market, week by week, over the default period.
        """
        return self.get("/api/public/trends/overview", None, max_points=max_points, strict=strict, idempotency_key=idempotency_key, previous=previous)

    def market_payment(
        self,
        category: str = _LEFT_OUT,
        start: str = _LEFT_OUT,
        end: str = _LEFT_OUT,
        *,
        max_points: Optional[int] = None,
        strict: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        previous: Optional[Answer[MarketPayment]] = None,
    ) -> Answer[MarketPayment]:
        """Payment methods of a main category. How the orders of one main category were paid in the
        range.
        """
        return self.get("/api/public/market/payment", {"category": category, "start": start, "end": end}, max_points=max_points, strict=strict, idempotency_key=idempotency_key, previous=previous)

    def market_sub_ranking(
        self,
        category: str = _LEFT_OUT,
        start: str = _LEFT_OUT,
        end: str = _LEFT_OUT,
        *,
        max_points: Optional[int] = None,
        strict: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        previous: Optional[Answer[MarketSubRanking]] = None,
    ) -> Answer[MarketSubRanking]:
        """Ranking of the sub-categories. The sub-categories of one main category with sales in the
        range, by amount.
        """
        return self.get("/api/public/market/sub-ranking", {"category": category, "start": start, "end": end}, max_points=max_points, strict=strict, idempotency_key=idempotency_key, previous=previous)

    def market_focus(
        self,
        category: str = _LEFT_OUT,
        start: str = _LEFT_OUT,
        end: str = _LEFT_OUT,
        *,
        max_points: Optional[int] = None,
        strict: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        previous: Optional[Answer[MarketFocus]] = None,
    ) -> Answer[MarketFocus]:
        """Key figures of a main category. Amount, orders, merchants and members of one main category
        in the range, and in the previous period.
        """
        return self.get("/api/public/market/focus", {"category": category, "start": start, "end": end}, max_points=max_points, strict=strict, idempotency_key=idempotency_key, previous=previous)

    def trends_market(
        self,
        category: str = _LEFT_OUT,
        start: str = _LEFT_OUT,
        end: str = _LEFT_OUT,
        *,
        max_points: Optional[int] = None,
        strict: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        previous: Optional[Answer[TrendsMarket]] = None,
    ) -> Answer[TrendsMarket]:
        """Weekly trend of a main category. Amount, orders and average order value of one main
        category, week by week.
        """
        return self.get("/api/public/trends/market", {"category": category, "start": start, "end": end}, max_points=max_points, strict=strict, idempotency_key=idempotency_key, previous=previous)

    def sub_market_related_purchases(
        self,
        category: str = _LEFT_OUT,
        sub: str = _LEFT_OUT,
        *,
        max_points: Optional[int] = None,
        strict: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        previous: Optional[Answer[SubMarketRelatedPurchases]] = None,
    ) -> Answer[SubMarketRelatedPurchases]:
        """Related purchases of a sub-category. The five other sub-categories that its buyers bought
        most often, always over the default period.
        """
        return self.get("/api/public/sub-market/related-purchases", {"category": category, "sub": sub}, max_points=max_points, strict=strict, idempotency_key=idempotency_key, previous=previous)

    def trends_sub_market(
        self,
        category: str = _LEFT_OUT,
        sub: str = _LEFT_OUT,
        start: str = _LEFT_OUT,
        end: str = _LEFT_OUT,
        *,
        max_points: Optional[int] = None,
        strict: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        previous: Optional[Answer[TrendsSubMarket]] = None,
    ) -> Answer[TrendsSubMarket]:
        """Weekly trend of a sub-category. Amount, orders and average order value of one sub-category,
        week by week.
        """
        return self.get("/api/public/trends/sub-market", {"category": category, "sub": sub, "start": start, "end": end}, max_points=max_points, strict=strict, idempotency_key=idempotency_key, previous=previous)

    def sub_market_focus(
        self,
        category: str = _LEFT_OUT,
        sub: str = _LEFT_OUT,
        start: str = _LEFT_OUT,
        end: str = _LEFT_OUT,
        *,
        max_points: Optional[int] = None,
        strict: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        previous: Optional[Answer[SubMarketFocus]] = None,
    ) -> Answer[SubMarketFocus]:
        """Key figures of a sub-category. Amount, orders, merchants and members of one sub-category in
        the range, and in the previous period.
        """
        return self.get("/api/public/sub-market/focus", {"category": category, "sub": sub, "start": start, "end": end}, max_points=max_points, strict=strict, idempotency_key=idempotency_key, previous=previous)

    def sub_market_tags(
        self,
        category: str = _LEFT_OUT,
        sub: str = _LEFT_OUT,
        start: str = _LEFT_OUT,
        end: str = _LEFT_OUT,
        *,
        max_points: Optional[int] = None,
        strict: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        previous: Optional[Answer[SubMarketTags]] = None,
    ) -> Answer[SubMarketTags]:
        """Tags of a sub-category. The ten most common tags of the products sold in the range."""
        return self.get("/api/public/sub-market/tags", {"category": category, "sub": sub, "start": start, "end": end}, max_points=max_points, strict=strict, idempotency_key=idempotency_key, previous=previous)

    def account(
        self,
    ) -> Answer[Account]:
        """Balance, prices and coverage. Balance, current prices, and the published data: its days,
        defaults and currency.
        """
        return self.get("/api/account", None)

    def points(
        self,
    ) -> Answer[AccountPoints]:
        """Points by grant. The grants that have points left, in the order in which they are used: what
        expires first, then what is older.
        """
        return self.get("/api/account/points", None)

    def quote(
        self,
        path: str,
        category: str = _LEFT_OUT,
        sub: str = _LEFT_OUT,
        start: str = _LEFT_OUT,
        end: str = _LEFT_OUT,
        *,
        strict: Optional[bool] = None,
    ) -> Answer[AccountQuote]:
        """Quote for a call. A dry run of one call: its price now, the days it covers, and what it
        would use. Send its path and parameters, and its Prefer: handling=strict: then the quote is
        refused where the call would be.
        """
        return self.get("/api/account/quote", {"path": path, "category": category, "sub": sub, "start": start, "end": end}, strict=strict)

    def usage(
        self,
        start: str = _LEFT_OUT,
        end: str = _LEFT_OUT,
    ) -> Answer[AccountUsage]:
        """Usage by day and path. What the account was charged, over at most 366 days. Without dates:
        the last 30 days.
        """
        return self.get("/api/account/usage", {"start": start, "end": end})

    def statement(
        self,
        month: str = _LEFT_OUT,
    ) -> Answer[AccountStatement]:
        """Statement of a month. The points of the account in a month: the opening balance, what came,
        went and was used, and the closing balance. Without month: this month so far.
        """
        return self.get("/api/account/statement", {"month": month})

    def calls(
        self,
    ) -> Answer[AccountCalls]:
        """Recent calls. The newest charged calls of all keys of the account: 50 at most, newest first."""
        return self.get("/api/account/calls", None)

    def get(
        self,
        path: str,
        parameters: Optional[Mapping[str, Any]] = None,
        *,
        max_points: Optional[int] = None,
        strict: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        previous: Optional[Answer[Any]] = None,
    ) -> Answer[Any]:
        """Calls a path. Raises a MarketDataError for everything but a 200. `previous` is an earlier answer to
        the same call: it is given again, free of charge, while it has not changed.
        """
        return self._call(path, parameters, max_points, strict, idempotency_key, previous=previous)

    def csv(
        self,
        path: str,
        parameters: Optional[Mapping[str, Any]] = None,
        *,
        max_points: Optional[int] = None,
        strict: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        previous: Optional[Answer[str]] = None,
    ) -> Answer[str]:
        """Calls a path for CSV: the text of a table, with a header line."""
        return self._call(path, parameters, max_points, strict, idempotency_key, "text/csv", previous)

    def each(
        self,
        path: str,
        queries: Iterable[Mapping[str, Any]],
        *,
        run: Optional[str] = None,
        max_points: Optional[int] = None,
        strict: Optional[bool] = None,
    ) -> Iterator[Tuple[Mapping[str, Any], Answer[Any]]]:
        """Calls a path with each of these queries, in turn, and gives each query with its answer. Under the
        name of a run each has an idempotency key of its own, so that a run that is repeated within an hour
        pays for what it has not asked yet.
        """
        for query in queries:
            key = f"{run}:{path}{_query(query)}" if run else None
            yield query, self._call(path, query, max_points, strict, key)

    def call(self, request_id: str) -> Answer[Call]:
        """One charged call of the account, by the request id of its answer. Free."""
        return self.get("/api/account/calls/" + urllib.parse.quote(request_id, safe=""))

    @property
    def left(self) -> Optional[int]:
        """Points that are left of the budget; None without one."""
        return self._left

    def _call(
        self,
        path: str,
        parameters: Optional[Mapping[str, Any]],
        max_points: Optional[int],
        strict: Optional[bool],
        idempotency_key: Optional[str],
        accept: Optional[str] = None,
        previous: Optional[Answer[Any]] = None,
    ) -> Answer[Any]:
        if not path.startswith("/"):
            raise ValueError("path must begin with /, such as /api/public/market/focus")
        limit = self._max_points if max_points is None else max_points
        headers = {
            "x-api-key": self._key,
            "idempotency-key": _header_text(idempotency_key or str(uuid.uuid4())),
        }
        if self._strict if strict is None else strict:
            headers["prefer"] = "handling=strict"
        if accept is not None:
            headers["accept"] = accept
        if previous is not None and previous.etag is not None:
            headers["if-none-match"] = previous.etag
        # What an address cannot hold goes percent-encoded, as in a browser.
        whole = self._base_url + path + _query(parameters or {})
        address = urllib.parse.quote(whole, safe="%/:?#[]@!$&'()*+,;=")
        if self._left is None or not path.startswith("/api/public/"):
            return self._capped(address, headers, limit, _Tries(), previous)
        # What is left for the next call is known only once this one has been paid.
        with self._turn:
            cap = self._left if limit is None else min(self._left, limit)
            cost: Optional[int] = None
            tries = _Tries()
            try:
                answer = self._capped(address, headers, cap, tries, previous)
                # A free repetition of a try that was lost does not say what that one cost.
                if not (tries.is_one_lost and answer.receipt.is_replayed):
                    cost = answer.receipt.charged
                return answer
            except MarketDataError as error:
                # Of all refusals, only one for the price says that no try before it was paid: that would have been
                # answered again.
                if error.kind != "charge-unknown" and (error.status == 402 or not tries.is_one_lost):
                    cost = error.receipt.charged or 0
                raise
            finally:
                # A call that may have been charged counts as all that it was allowed to cost.
                self._left = max(0, self._left - (cap if cost is None else cost))

    def _capped(
        self,
        address: str,
        headers: Dict[str, str],
        limit: Optional[int],
        tries: _Tries,
        previous: Optional[Answer[Any]],
    ) -> Answer[Any]:
        if limit is not None:
            headers["x-max-points"] = str(limit)
        return self._send(urllib.request.Request(address, headers=headers), tries, previous)

    def _send(
        self, request: urllib.request.Request, tries: _Tries, previous: Optional[Answer[Any]]
    ) -> Answer[Any]:
        key = request.get_header("Idempotency-key")
        is_csv = request.get_header("Accept") == "text/csv"
        deadline = time.monotonic() + self._total_timeout
        for attempt in range(self._retries + 1):
            wait = 0.2 * 2**attempt
            is_last = attempt == self._retries or time.monotonic() + wait >= deadline
            try:
                left = max(0.001, deadline - time.monotonic())
                with self._opener.open(request, timeout=min(self._timeout, left)) as response:
                    return _answer(_body(response, deadline), response.headers, is_csv, key)
            except urllib.error.HTTPError as error:
                with error:
                    if error.code == 304 and previous is not None:
                        receipt = _receipt(cast(Headers, error.headers))
                        return replace(previous, receipt=receipt, is_unchanged=True)
                    failure, is_uncharged = _failure(error, key, deadline)
                    is_passing = error.code in (408, 429) or error.code >= 500
                    if is_passing and not is_uncharged:
                        tries.is_one_lost = True
                    wait = min(_whole(cast(Headers, error.headers), "retry-after") or wait, 60.0)
                    if is_last or not is_passing or time.monotonic() + wait >= deadline:
                        raise failure from None
            except (OSError, http.client.HTTPException) as error:
                why = getattr(error, "reason", error)
                # Otherwise no connection came about, so that nothing was sent.
                if not isinstance(why, (ConnectionRefusedError, socket.gaierror)):
                    tries.is_one_lost = True
                if is_last or time.monotonic() + wait >= deadline:
                    code, msg = None, f"The service cannot be reached: {why}; nothing was sent"
                    if tries.is_one_lost:
                        # The call may have arrived all the same, and have been charged.
                        code, msg = "charge_unknown", f"No answer arrived: {why}. {_CHARGE_UNKNOWN}"
                    raise MarketDataError(0, code, msg, None, _receipt(NO_HEADERS), key) from error
            time.sleep(wait)
        raise AssertionError("unreachable")


Headers = email.message.Message
NO_HEADERS = Headers()

#: The largest answers of the service are a fraction of it.
_MAX_BYTES = 32 * 2**20


def _body(response: Any, deadline: float) -> bytes:
    """The whole body. What is larger than any answer did not come from the service, and is not kept in memory."""
    body = bytearray()
    length: Optional[int] = response.length
    while length is None or len(body) < length:
        # What has arrived, not as many bytes as are asked for: a service that sends one at a time is noticed.
        piece = response.read1(65536)
        if not piece:
            break
        body += piece
        if len(body) > _MAX_BYTES:
            raise http.client.HTTPException(f"the answer is larger than {_MAX_BYTES} bytes")
        if time.monotonic() > deadline:
            raise TimeoutError("no whole answer in time")
    if length is not None and len(body) < length:
        raise http.client.IncompleteRead(bytes(body), length - len(body))
    return bytes(body)


def _answer(body: bytes, headers: Headers, is_csv: bool, idempotency_key: Optional[str]) -> Answer[Any]:
    try:
        if is_csv != (headers.get("content-type") or "").startswith("text/csv"):
            raise ValueError("another type than was asked for")
        data = body.decode() if is_csv else json.loads(body)["data"]
    except (ValueError, KeyError, TypeError, RecursionError):
        # A proxy's page, or half an answer, was paid for too.
        msg = "The answer did not come from the service, or is incomplete"
        receipt = _receipt(headers)
        raise MarketDataError(200, "charge_unknown", msg, None, receipt, idempotency_key) from None
    return Answer(
        data=data,
        receipt=_receipt(headers),
        fallback=_list(headers.get("x-fallback")),
        ignored=_list(headers.get("x-ignored-parameters")),
        days_outside=_whole(headers, "x-days-outside") or 0,
        is_sandbox=headers.get("x-sandbox") == "true",
        data_version=_whole(headers, "x-data-version"),
        compared=_range(headers.get("x-compared")),
        suppressed=_whole(headers, "x-suppressed"),
        etag=headers.get("etag"),
    )


def _range(text: Optional[str]) -> Optional[Tuple[str, str]]:
    start, slash, end = (text or "").partition("/")
    return (start, end) if slash else None


def _receipt(headers: Headers) -> Receipt:
    return Receipt(
        charged=_whole(headers, "x-points-charged"),
        balance=_whole(headers, "x-points-balance"),
        request_id=headers.get("x-request-id"),
        is_replayed=headers.get("idempotent-replayed") == "true",
    )


#: What the service says itself where it does not know either.
_CHARGE_UNKNOWN = (
    "It is not known whether this call was charged: "
    "repeat it with the same Idempotency-Key, which charges at most once"
)

_KIND_OF_CODE: Dict[str, ErrorKind] = {
    "insufficient_points": "not-enough-points",
    "max_points": "above-max-points",
    "key_limit": "key-limit",
    "not_allowed": "not-allowed",
    "charge_unknown": "charge-unknown",
}

_KIND_OF_STATUS: Dict[int, ErrorKind] = {
    400: "bad-request",
    401: "invalid-key",
    403: "forbidden",
    404: "not-found",
    429: "too-many-requests",
}


def _kind(status: int, code: Optional[str]) -> ErrorKind:
    return _KIND_OF_CODE.get(code or "") or _KIND_OF_STATUS.get(status, "unavailable")


def _is_address(base_url: str) -> bool:
    try:
        parts = urllib.parse.urlsplit(base_url)
        has_host = bool(parts.hostname) and parts.username is None and parts.port != 0
        return parts.scheme in ("http", "https") and has_host
    except ValueError:
        return False


def _query(parameters: Mapping[str, Any]) -> str:
    given = {name: value for name, value in parameters.items() if value is not _LEFT_OUT}
    for name, value in given.items():
        # It would be answered, and charged, for the default.
        if value is None or str(value).strip() == "":
            what = "None" if value is None else "empty"
            raise ValueError(f"{name} is {what}: give it a value, or leave it out")
    return "?" + urllib.parse.urlencode(given) if given else ""


def _failure(
    error: urllib.error.HTTPError, idempotency_key: Optional[str], deadline: float
) -> Tuple[MarketDataError, bool]:
    """The error, and whether the service itself says that nothing was charged. What did not come from the
    service, such as a proxy's page, says less.
    """
    headers = cast(Headers, error.headers)
    receipt = _receipt(headers)
    # A proxy answers so when it has lost the answer of the service: the call may have been charged.
    if error.code in (502, 504):
        unknown = "charge_unknown"
        return MarketDataError(error.code, unknown, _CHARGE_UNKNOWN, None, receipt, idempotency_key), False
    try:
        body = json.loads(_body(error.fp, deadline))
        data, msg = body.get("data"), str(body["msg"])
        code = headers.get("x-error-code")
        failure = MarketDataError(error.code, code, msg, data, receipt, idempotency_key)
        return failure, code is not None and code != "charge_unknown"
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OSError, http.client.HTTPException):
        msg = str(error.reason)
        return MarketDataError(error.code, None, msg, None, receipt, idempotency_key), False


def _header_text(text: str) -> str:
    """An idempotency key is 1 to 255 visible ASCII characters: any other text goes percent-encoded, and a longer
    one as its hash, the same way each time.
    """
    is_plain = text.isascii() and text.isprintable() and " " not in text
    sent = text if is_plain else urllib.parse.quote(text, safe="!*'()")
    return sent if len(sent) <= 255 else hashlib.sha256(text.encode()).hexdigest()


def _list(text: Optional[str]) -> Tuple[str, ...]:
    return tuple(text.split(", ")) if text else ()


def _whole(headers: Headers, name: str) -> Optional[int]:
    """As much as a number holds exactly. Anything else, such as a header that came twice, tells nothing."""
    values = headers.get_all(name) or []
    if len(values) != 1 or not re.fullmatch("[0-9]{1,15}", values[0]):
        return None
    return int(values[0])
